// The entry page of one table at a desk: a sheet to type on.

import { Desk } from "./entry_desk.js";
import { EntryPage } from "./entry_page.js";
import { Sheet } from "./entry_sheet.js";
import { Sums } from "./entry_sums.js";

const data = JSON.parse(document.getElementById("entry-data").textContent);
const { words, csrf_cookie: csrfCookie } = data;
const sheet = new Sheet(document.querySelector("[data-entry]"), words);
const form = document.getElementById("entry-sums");
const tell = (text) => sheet.status(text);
// Who came by a link has no boxes.
if (form) new Sums({ paper: sheet.paper, form, csrfCookie, words, tell }).start();
new EntryPage({ data, sheet, Desk }).start();
