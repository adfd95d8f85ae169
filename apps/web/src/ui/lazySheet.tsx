import { type ComponentType, useEffect, useState } from 'react'

/** What is known of something that opens over a screen. */
interface Opening {
	open?: boolean | undefined
	onClose?: (() => void) | undefined
	onOpenChange?: ((open: boolean) => void) | undefined
}

/** Told when something that was tapped for does not come; the app says so. */
export const notBrought = { say: () => {} }

/**
 * A sheet or dialog that comes with its first use. One the network does not bring leaves the screen as it is: it says
 * so and counts as closed, so that the next tap asks for it anew.
 * @param tapOf what another tap changes, where that is not `open`
 */
export function lazySheet<P extends object>(load: () => Promise<ComponentType<P>>, tapOf?: (props: P) => unknown) {
	let here: ComponentType<P> | undefined

	// biome-ignore lint/correctness/noComponentHookFactories: called where modules are made, like React's lazy
	return function LazySheet(props: P) {
		const [, come] = useState(false)
		const { open, onClose, onOpenChange }: Opening = props
		const tap = tapOf ? tapOf(props) : open
		// biome-ignore lint/correctness/useExhaustiveDependencies: each tap asks once
		useEffect(() => {
			if (here || tap === false) return
			let isWanted = true
			load().then(
				part => {
					here = part
					if (isWanted) come(true)
				},
				() => {
					bringStyles()
					if (!isWanted) return
					notBrought.say()
					onClose?.()
					onOpenChange?.(false)
				},
			)
			return () => {
				isWanted = false
			}
		}, [tap])
		const Part = here
		return Part ? <Part {...props} /> : null
	}
}

/** A stylesheet that failed is not asked for again by itself, nor by the builder's loader. */
function bringStyles() {
	for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
		if (!link.sheet) link.replaceWith(link.cloneNode())
}
