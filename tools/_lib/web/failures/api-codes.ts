/** The names that APIs give to their errors, and what they mean, whatever status they come with. */
import type { CauseCode } from "./causes.ts";

/** In lower case, without what parts words, and without Exception, Error or Fault at the end. */
const NAMES: Partial<Readonly<Record<CauseCode, string>>> = {
  RATE_LIMITED: `throttling throttled throttle requestthrottled throttledrequest toomanyrequests requestlimitexceeded ratelimit
    ratelimitexceeded ratelimited ratelimitreached userratelimitexceeded slowdown provisionedthroughputexceeded bandwidthlimitexceeded
    priorrequestnotcomplete transactioninprogress ec2throttled subscriptionrequeststhrottled ratelimiterror concurrencylimitexceeded
    toomanyconcurrentrequests requestratetoolarge requeststhrottled operationratelimitexceeded secondlyrateexceeded
    requestratelimitexceeded apiratelimitexceeded ratequotaexceeded concurrentrequestslimitexceeded abusedetected callratelimitexceeded
    requestsperminutelimitexceeded tokensperminutelimitexceeded resourceexhausted querythrottled limitreached`,
  QUOTA_EXHAUSTED: `quotaexceeded quotaexhausted dailylimitexceeded dailylimitexceededunreg insufficientquota billinghardlimitreached
    servicequotaexceeded limitexceeded billingnotactive billingdisabled quotalimitexceeded monthlyquotaexceeded outofquota
    creditbalancetoolow insufficientcredits creditsexhausted usagelimitreached usagelimitexceeded planlimitreached spendinglimitreached
    monthlylimitexceeded monthlylimitreached dailyquotaexceeded resourcequotaexceeded accountlimitexceeded`,
  AUTH_EXPIRED: `expiredtoken tokenexpired requestexpired expiredauthenticationtoken accesstokenexpired idtokenexpired authtokenexpired
    sessionexpired jwtexpired credentialsexpired authexpired invalidsessionid expiredaccesstoken tokenhasexpired`,
  AUTH_INVALID: `invalidsignature signaturedoesnotmatch unrecognizedclient invalidclienttokenid invalidaccesskeyid authfailure
    incompletesignature invalidauthenticationtoken authenticationfailed invalidapikey apikeyinvalid authentication badcredentials
    invalidcredentials invalidclient invalidauth invalidaccesstoken invalidtoken apikeyexpired invalidkey invalidgrant badtoken unauthorized
    invalidauthenticationinfo unauthenticated invaliduserpassword jwtinvalid invalidjwt requesttimetooskewed notauthed badapikey
    tokenrevoked invalidlogin invalidauthorization autherror accesskeynotfound unknownapikey oauthexception`,
  AUTH_MISSING: `missingauthenticationtoken missingauthentication authenticationrequired missingtoken tokenmissing missingapikey
    apikeymissing missingcredentials authrequired authorizationrequired loginrequired noauthinfo notauthenticated
    missingauthorization authorizationheadermissing missingauthorizationheader tokennotprovided`,
  SCOPE_INSUFFICIENT: `insufficientscope insufficientscopes missingscope accesstokenscopeinsufficient insufficientpermissions
    insufficientoauthscope insufficientprivileges scopenotpermitted`,
  PERMISSION_DENIED: `accessdenied unauthorizedoperation authorizationfailed notauthorized permissiondenied forbidden accessforbidden permission
    insufficientpermission insufficientaccess operationnotpermitted notallowed servicedisabled accessnotconfigured apinotactivated
    accountdisabled authorizationerror authorization accountproblem allaccessdisabled linkedauthorizationfailed
    insufficientaccessorreadonly iampermissiondenied userprojectdenied rbacaccessdenied notfoundorpermission`,
  NOT_FOUND: `resourcenotfound nosuchkey nosuchbucket nosuchentity notfound modelnotfound itemnotfound filenotfound entitynotfound
    objectnotfound usernotfound blobnotfound containernotfound queuedoesnotexist nosuchupload resourcegroupnotfound
    subscriptionnotfound resourcemissing trackingnotfound objectdoesnotexist nonexistentqueue channelnotfound`,
  CONFLICT: `conflict alreadyexists resourceinuse idempotency idempotencykeyinuse idempotencyconflict conditionalrequestconflict
    resourceconflict operationaborted entityalreadyexists bucketalreadyexists bucketalreadyownedbyyou concurrentmodification
    transactionconflict resourcealreadyexists duplicate idempotencyparametermismatch idempotentparametermismatch revisionconflict
    optimisticlock versionconflict`,
  PRECONDITION_FAILED: `conditionalcheckfailed preconditionfailed conditionnotmet failedprecondition`,
  VALIDATION_FAILED: `validation validationfailed invalidparameter invalidparametervalue invalidparametercombination
    missingparameter missingrequiredparameter invalidargument parameterinvalid parametermissing parameterinvalidempty validationerror invalidparameters
    invalidfield requiredparametermissing badparameter schemavalidation unprocessable unprocessableentity invalidpropertyvalue
    contextlengthexceeded stringabovemaxlength validationerrors outofrange parametervalidation invalidattributevalue
    requiredfieldmissing invalidinput modelvalidation argumentnull missingfield invalidrequestparameter emailinvalid numberinvalid fieldcustomvalidation`,
  BODY_NOT_JSON: `invalidjson jsonparse malformedjson notjson parseerror jsoninvalid bodynotjson jsonsyntax
    malformedrequestbody serialization invalidrequestcontent jsonparser unparseablejson`,
  PAYLOAD_TOO_LARGE: `requesttoolarge entitytoolarge payloadtoolarge requestentitytoolarge requestbodytoolarge maxmessagelengthexceeded`,
  PAYMENT_REQUIRED: `paymentrequired carddeclined card insufficientfunds expiredcard incorrectcvc paymentmethod billing
    authenticationrequiredforpayment transactiondeclined`,
  OVERLOADED: `overloaded engineoverloaded modeloverloaded serveroverloaded overload`,
  SERVICE_UNAVAILABLE: `serviceunavailable serverbusy unavailable temporarilyunavailable backend backenderror modelnotready
    servertemporarilyunavailable systemunavailable maintenance`,
  SERVER_ERROR: `internalserver internal internalfailure servererror apierror internalservererror unexpected api internalservice`,
  GATEWAY_TIMEOUT: `deadlineexceeded servertimeout operationtimedout gatewaytimeout integrationtimeout`,
  REQUEST_TIMEOUT: `requesttimeout`,
  GONE: `expired resourceexpired gone`,
  LOCKED: `locked resourcelocked leasealreadypresent`,
  METHOD_NOT_ALLOWED: `methodnotallowed`,
  UNSUPPORTED_MEDIA_TYPE: `unsupportedmediatype`,
  CSRF_REJECTED: `invalidcsrftoken csrftokeninvalid csrffailed csrf badcsrftoken ebadcsrftoken csrftokenmismatch invalidauthenticitytoken invalidxsrftoken`,
  AUTHORIZATION_PENDING: `authorizationpending`,
  INSUFFICIENT_STORAGE: `insufficientstorage storagequotaexceeded outofdiskspace`,
};

const BY_NAME: ReadonlyMap<string, CauseCode> = new Map(
  Object.entries(NAMES).flatMap(([cause, names]) =>
    names.split(/\s+/).map((name) => [name, cause as CauseCode] as const),
  ),
);

const LONGEST_NAME = 100;

/** The cause that an API's own name of an error means: `ThrottlingException`, `rate_limit_exceeded`, `QuotaExceeded:…`. */
export function causeOfName(name: string): CauseCode | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  // What follows a colon, or stands before a hash, is of a namespace; a dot parts names of the same kind.
  const [bare = ""] = name.split(/[:(]/);
  const last = bare.split(/[#./]/).findLast((part) => part !== "") ?? "";
  const plain = last.replace(/[^a-z0-9]/gi, "").toLowerCase();
  return BY_NAME.get(plain) ?? BY_NAME.get(plain.replace(/(?:exception|error|fault|err)$/, ""));
}

/** Names of several words, or such as only exceptions have. */
const COMPOUND =
  /\b(?:[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[a-z]+(?:[A-Z][a-z]+)+|[A-Za-z]+(?:_[A-Za-z]+)+)\b|\((?:[A-Z][A-Za-z]+)\)/g;

/** The first cause that a name of an error in a text means, with the name. */
export function namedCause(text: string): { code: CauseCode; name: string } | undefined {
  for (const [found] of text.matchAll(COMPOUND)) {
    const name = found.replace(/[()]/g, "");
    const code = causeOfName(name);
    if (code) return { code, name };
  }
  return undefined;
}
