// Runs in the browser, on the page that docsPage.ts writes: shows the document that the URL names, or else the first.
/* global document, location, SwaggerUIBundle */
const links = [...document.querySelectorAll('nav a')];
const chosen = links.find(({ search }) => search === location.search) ?? links[0];
chosen.setAttribute('aria-current', 'page');

SwaggerUIBundle({
  url: chosen.dataset.document,
  dom_id: '#document',
  deepLinking: true,
  // Podsim's tests validate the document; it is not sent to a validator elsewhere.
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
});
