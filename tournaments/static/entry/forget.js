// Who has logged out, and came by no link, leaves no page of a table in this browser. What was
// entered and not sent stays: it is nobody's page, and is sent when a table is open again.

import { TABLES } from "./held.js";

await globalThis.caches?.delete(TABLES);
