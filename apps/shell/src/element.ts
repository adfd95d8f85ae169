type Attributes = Record<string, string | boolean | EventListener>

/** Creates an element with attributes, listeners (`onclick`) and children; strings become text nodes, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Attributes = {},
	...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
	const created = document.createElement(tag)
	for (const [name, value] of Object.entries(attributes)) {
		if (typeof value === 'function') created.addEventListener(name.slice(2), value)
		else if (typeof value === 'boolean') created.toggleAttribute(name, value)
		else created.setAttribute(name, value)
	}
	created.append(...children)
	return created
}

/** An element of `index.html`; throws when it is missing. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
	const found = document.getElementById(id)
	if (!(found instanceof kind)) throw new Error(`the document has no ${kind.name} #${id}`)
	return found
}

/** An icon of the sprite in `index.html`. */
export function icon(name: string): SVGSVGElement {
	const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
	svg.setAttribute('class', 'icon')
	svg.setAttribute('aria-hidden', 'true')
	const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
	use.setAttribute('href', `#icon-${name}`)
	svg.append(use)
	return svg
}
