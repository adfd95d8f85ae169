import { LogIn as Full } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { icon } from './icon.ts'

// As it stands in lucide-react/dist/esm/icons/log-in.mjs.
const LogIn = icon({
	node: [
		['path', { d: 'm10 17 5-5-5-5', key: '1bsop3' }],
		['path', { d: 'M15 12H3', key: '6jk70r' }],
		['path', { d: 'M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4', key: 'u53s6r' }],
	],
})

/** Attributes in any order; of the classes the one that styles know. */
const drawn = (markup: string) => {
	const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg') as SVGElement
	const attributes = svg.getAttributeNames().map(name => [name, svg.getAttribute(name)?.replace(/ lucide-log-in/, '')])
	return { attributes: Object.fromEntries(attributes), inside: svg.innerHTML }
}

test.each([[{}], [{ className: 'big' }], [{ role: 'img', 'aria-label': 'Sign in' }], [{ 'aria-hidden': true }]])(
	'with %j the small run time of icons draws what the full one draws',
	props => {
		expect(drawn(renderToStaticMarkup(<LogIn {...props} />))).toEqual(drawn(renderToStaticMarkup(<Full {...props} />)))
	},
)
