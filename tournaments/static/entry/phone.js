// The entry page of one table on a phone: a page to tap on.

import { EntryPage } from "./page.js";
import { Phone } from "./phone_taps.js";
import { Face } from "./phone_face.js";

const data = JSON.parse(document.getElementById("entry-data").textContent);
const sheet = new Face(document.querySelector("[data-phone]"), data.words, data.unconfirmed);
new EntryPage({ data, sheet, Desk: Phone }).start();
