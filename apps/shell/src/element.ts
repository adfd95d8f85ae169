type Attributes = Record<string, string | boolean | EventListener>

/** An element with attributes, listeners (`onclick`) and children; texts become text, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Attributes = {},
	...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
	const made = document.createElement(tag)
	for (const [name, value] of Object.entries(attributes)) {
		if (typeof value === 'function') made.addEventListener(name.slice(2), value)
		else if (typeof value === 'boolean') made.toggleAttribute(name, value)
		else made.setAttribute(name, value)
	}
	made.append(...children)
	return made
}

/** The element the document is known to have. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
	const found = document.getElementById(id)
	if (!(found instanceof kind)) throw new Error(`the document has no ${kind.name} #${id}`)
	return found
}

/** A drawing of the document's own sheet of icons. */
export function icon(name: string): SVGSVGElement {
	const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
	svg.setAttribute('class', 'icon')
	svg.setAttribute('aria-hidden', 'true')
	const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
	use.setAttribute('href', `#icon-${name}`)
	svg.append(use)
	return svg
}
