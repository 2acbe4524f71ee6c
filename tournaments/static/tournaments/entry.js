// The entry page of one table at a desk: a sheet to type on.

import { Desk } from "./entry_desk.js";
import { EntryPage } from "./entry_page.js";
import { Sheet } from "./entry_sheet.js";

const data = JSON.parse(document.getElementById("entry-data").textContent);
const sheet = new Sheet(document.querySelector("[data-entry]"), data.words);
new EntryPage({ data, sheet, Desk }).start();
