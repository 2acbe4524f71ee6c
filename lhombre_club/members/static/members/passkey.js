// Passkeys: forms marked with [data-passkey] ask the browser for one ("create" or "get"), and send
// what it answered. Where the browser knows none they stay hidden, and [data-without] is said.
const ALPHABET = [["+", "-"], ["/", "_"]];

const bytes = (text) => {
  let plain = text;
  for (const [usual, ours] of ALPHABET) plain = plain.replaceAll(ours, usual);
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
};

const letters = (buffer) => {
  let text = btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("=", "");
  for (const [usual, ours] of ALPHABET) text = text.replaceAll(usual, ours);
  return text;
};

const named = (known) => known?.map((each) => ({ ...each, id: bytes(each.id) }));

const read = ({ publicKey: asked }) => ({
  ...asked,
  challenge: bytes(asked.challenge),
  ...(asked.user && { user: { ...asked.user, id: bytes(asked.user.id) } }),
  ...(asked.excludeCredentials && { excludeCredentials: named(asked.excludeCredentials) }),
  ...(asked.allowCredentials && { allowCredentials: named(asked.allowCredentials) }),
});

const PARTS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"];

const written = (found) => {
  const said = PARTS.filter((part) => found.response[part]);
  return JSON.stringify({
    id: found.id,
    rawId: letters(found.rawId),
    type: found.type,
    response: Object.fromEntries(said.map((part) => [part, letters(found.response[part])])),
  });
};

const ask = async (form) => {
  const refused = form.querySelector("[data-refused]");
  refused.hidden = true;
  const publicKey = read(JSON.parse(document.getElementById("passkey-options").textContent));
  try {
    form.elements.passkey.value = written(await navigator.credentials[form.dataset.passkey]({ publicKey }));
  } catch {
    refused.hidden = false;
    return;
  }
  form.submit();
};

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.hidden = !window.PublicKeyCredential;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(form);
  });
}
for (const words of document.querySelectorAll("[data-without]")) {
  words.hidden = Boolean(window.PublicKeyCredential);
}
