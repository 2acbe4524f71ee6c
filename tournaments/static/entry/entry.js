// The entry page of one table at a desk: a sheet to type on.

import { Along } from "./along.js";
import { Desk } from "./desk.js";
import { Leaving } from "./leaving.js";
import { EntryPage } from "./page.js";
import { Sheet } from "./sheet.js";
import { Sums } from "./sums.js";

const data = JSON.parse(document.getElementById("entry-data").textContent);
const { words, csrf_cookie: csrfCookie } = data;
const leaving = new Leaving(document.getElementById("entry-leaving"));
const sheet = new Sheet(document.querySelector("[data-entry]"), { words, samples: data.samples, leaving });
const form = document.getElementById("entry-sums");
const tell = (text) => sheet.status(text);
leaving.start();
// Who came by a link has no boxes.
if (form) {
  new Along({ form, table: data.table, leaving }).start();
  new Sums({ paper: sheet.paper, form, csrfCookie, words, tell }).start();
}
new EntryPage({ data, sheet, Desk }).start();
