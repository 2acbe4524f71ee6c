// What one phone was set to, kept by its browser.

const KEPT = "lhombre-phone";

/** {safe, flat, turn}, also without storage. */
export function settings() {
  try {
    return { safe: false, flat: false, turn: 0, ...JSON.parse(localStorage.getItem(KEPT)) };
  } catch {
    return { safe: false, flat: false, turn: 0 };
  }
}

export function keepSettings(set) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(set));
  } catch {
    // Then it holds until the page is closed.
  }
}
