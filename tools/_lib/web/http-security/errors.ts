/** What an answer must not have: results of the score that cost 20 points and more, and other grave weaknesses. */
export const HEADER_ERRORS = {
  CSP_IMPLEMENTED_WITH_UNSAFE_INLINE: "The policy lets inline scripts, or scripts of anybody, run",
  CSP_IMPLEMENTED_WITH_INSECURE_SCHEME: "The policy lets an https page load over http",
  CSP_HEADER_INVALID: "The policy repeats a directive, is too short, or void",
  CSP_NOT_IMPLEMENTED: "There is no Content Security Policy",
  CSP_NOT_IMPLEMENTED_BUT_REPORTING_ENABLED: "There is only a policy that reports",
  COOKIES_WITHOUT_SECURE_FLAG: "A cookie is sent over http, too",
  COOKIES_SAMESITE_FLAG_INVALID:
    "SameSite of a cookie is none of its words, or None without Secure",
  COOKIES_ANTICSRF_WITHOUT_SAMESITE_FLAG: "A cookie against forged requests has no SameSite",
  COOKIES_SESSION_WITHOUT_HTTPONLY_FLAG: "Scripts can read the session",
  COOKIES_SESSION_WITHOUT_SECURE_FLAG: "The session is sent over http, too",
  CROSS_ORIGIN_RESOURCE_SHARING_IMPLEMENTED_WITH_UNIVERSAL_ACCESS:
    "Any origin may read the answer with the user's credentials",
  REDIRECTION_NOT_TO_HTTPS: "Who asks over http does not end at https",
  REDIRECTION_MISSING: "Who asks over http is answered there",
  HSTS_NOT_IMPLEMENTED: "Browsers are not told to stay with https",
  HSTS_HEADER_INVALID: "Strict-Transport-Security cannot be read",
  HSTS_NOT_IMPLEMENTED_NO_HTTPS: "The response came over http",
  SRI_IMPLEMENTED_BUT_EXTERNAL_SCRIPTS_NOT_LOADED_SECURELY:
    "A foreign script has a digest and is not loaded over https",
  SRI_NOT_IMPLEMENTED_AND_EXTERNAL_SCRIPTS_NOT_LOADED_SECURELY:
    "A foreign script has no digest and is not loaded over https",
  X_FRAME_OPTIONS_NOT_IMPLEMENTED: "Any page may frame this one",
  X_FRAME_OPTIONS_HEADER_INVALID: "X-Frame-Options is none of its words",
  CORS_WILDCARD_CREDENTIALS: "Every origin is allowed with credentials",
  COOKIE_SECURE_MISSING: "A session cookie lacks Secure",
  COOKIE_HTTPONLY_MISSING: "A session cookie lacks HttpOnly",
  COOKIE_SAMESITE_INVALID: "SameSite of a cookie is none of its words",
  COOKIE_SAMESITE_NONE_INSECURE: "A cookie has SameSite=None without Secure",
  COOKIE_PREFIX_INVALID: "A cookie breaks the rule of its prefix",
  MIXED_CONTENT_SCRIPT: "An https page loads a script over http",
} as const;
