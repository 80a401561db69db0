/** Swagger UI (Apache-2.0): the usual reading page of an OpenAPI document, pinned and embedded. */
import BUNDLE from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import STYLES from "swagger-ui-dist/swagger-ui.css" with { type: "file" };

export { BUNDLE, STYLES };
