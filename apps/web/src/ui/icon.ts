import { createElement, type SVGProps } from 'react'
import { classes } from './classes.ts'

interface Drawing {
	node: [tag: string, attributes: Record<string, string>][]
}

const frame = {
	xmlns: 'http://www.w3.org/2000/svg',
	width: 24,
	height: 24,
	viewBox: '0 0 24 24',
	fill: 'none',
	stroke: 'currentColor',
	strokeWidth: 2,
	strokeLinecap: 'round',
	strokeLinejoin: 'round',
} as const

const isNamed = (props: object) => Object.keys(props).some(name => name === 'role' || name.startsWith('aria-'))

/** Draws an icon of lucide as its own run time does, without the settings nobody here uses. */
export function icon({ node }: Drawing) {
	// biome-ignore lint/correctness/noComponentHookFactories: it is called once an icon, where that is imported
	return function Icon({ className, ...props }: SVGProps<SVGSVGElement>) {
		return createElement(
			'svg',
			{ ...frame, className: classes('lucide', className), 'aria-hidden': isNamed(props) ? undefined : true, ...props },
			node.map(([tag, attributes]) => createElement(tag, attributes)),
		)
	}
}
