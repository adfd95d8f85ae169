import { introductionMarkup, pictureNameOf } from '@parley/core'
import { createElement, type ReactNode } from 'react'

const isAllowedTag = (tag: string) => introductionMarkup.tags.some(allowed => allowed === tag)
const schemes = new RegExp(`^(?:${introductionMarkup.linkSchemes.join('|')}):`, 'i')

/** Elements whose content is no text of the introduction. */
const unread = [
	'script',
	'style',
	'template',
	'title',
	'noscript',
	'iframe',
	'object',
	'svg',
	'math',
	'textarea',
	'select',
]

/** Deeper elements are dropped: nobody writes them on purpose. */
const maxDepth = 30

/**
 * Rebuilds HTML as the elements an introduction may have (OP-138): other elements are replaced by their content, and all
 * attributes are dropped except those set here.
 */
export function introductionElements(html: string): ReactNode {
	// A document parsed this way is inert: it runs no script and loads no picture.
	return childrenOf(new DOMParser().parseFromString(html, 'text/html').body, 0)
}

const childrenOf = (parent: Element, depth: number): ReactNode[] =>
	depth > maxDepth ? [] : [...parent.childNodes].map((node, index) => elementOf(node, index, depth + 1))

function elementOf(node: Node, key: number, depth: number): ReactNode {
	if (node.nodeType === Node.TEXT_NODE) return node.nodeValue
	if (!(node instanceof Element)) return null
	const tag = node.tagName.toLowerCase()
	if (unread.includes(tag)) return null
	switch (tag) {
		case 'img':
			return pictureOf(node, key)
		case 'br':
		case 'hr':
			return createElement(tag, { key })
		case 'a':
			return createElement(tag, { key, ...linkOf(node) }, childrenOf(node, depth))
	}
	const children = childrenOf(node, depth)
	return isAllowedTag(tag) ? createElement(tag, { key }, children) : children
}

/** An uploaded picture: a viewer's browser sends requests to no other host. */
function pictureOf(element: Element, key: number): ReactNode {
	const src = element.getAttribute('src') ?? ''
	if (pictureNameOf(src) === undefined) return null
	return createElement('img', { key, src, alt: element.getAttribute('alt') ?? '', loading: 'lazy' })
}

function linkOf(element: Element) {
	const href = (element.getAttribute('href') ?? '').trim()
	return schemes.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {}
}
