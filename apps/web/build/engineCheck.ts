/**
 * Sends an engine that cannot run the page to where it is told so, before anything else is read (LIVE-16). Written for
 * engines of 2012: no newer word may stand in it, and nothing may rewrite it.
 */
export const engineCheck = [
	"if(!('noModule'in document.createElement('script'))||!window.WeakRef||!window.CSS||!CSS.supports('aspect-ratio','1')){",
	"document.documentElement.setAttribute('data-unsupported','');",
	"location.replace('/noSupport?from='+encodeURIComponent(location.pathname+location.search))}",
].join('')
