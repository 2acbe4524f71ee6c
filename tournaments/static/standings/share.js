// Sends the page's address by whatever the device has for that; without it there is no button.
for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    navigator.share({ title: document.title, url: location.href }).catch(() => {}); // he thought better
  });
}
