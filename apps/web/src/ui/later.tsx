import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A part that comes behind the screen it stands on; until it is here something else may keep its place. One the network
 * does not bring breaks nothing, and is asked for again where it is wanted next.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, meanwhile?: () => ReactNode) {
	let here: ComponentType<P> | undefined
	const bring = async () => {
		here ??= await load()
	}

	// biome-ignore lint/correctness/noComponentHookFactories: called where modules are made, like React's lazy
	function Later(props: P) {
		const [, come] = useState(false)
		useEffect(() => {
			if (!here) bring().then(() => come(true), ignored)
		}, [])
		const Part = here
		return Part ? <Part {...props} /> : meanwhile?.()
	}

	/** Brings it before it is wanted. */
	return Object.assign(Later, { bring: () => void bring().catch(ignored) })
}

const ignored = () => {}
