import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

export interface LazyOptions<P> {
	/** Shown in its place until it is loaded. */
	fallback?: () => ReactNode
	/**
	 * A sheet or dialog: it is loaded when `open` is first not `false`, and a failure is reported and counts as closed,
	 * so that the next tap loads it again.
	 */
	overlay?: boolean
	/** The prop that another tap changes, for an overlay without `open`. */
	trigger?: (props: P) => unknown
}

interface OverlayProps {
	open?: boolean | undefined
	onClose?: (() => void) | undefined
	onOpenChange?: ((open: boolean) => void) | undefined
}

/** Called when a requested overlay cannot be loaded; the app sets the message for the user. */
export const loadFailure = { report: () => {} }

/**
 * A component in a chunk of its own, loaded when it is first rendered. Unlike React's `lazy`, a failed load throws
 * nothing: nothing (or the fallback) is shown, and the next mount or tap tries again.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>, options: LazyOptions<P> = {}) {
	const { fallback, overlay = false, trigger = ({ open }: OverlayProps) => open } = options
	let loaded: ComponentType<P> | undefined
	const loadOnce = async () => {
		loaded ??= await load()
	}

	// biome-ignore lint/correctness/noComponentHookFactories: called at module level, like React's lazy
	function Lazy(props: P) {
		const [, setLoaded] = useState(false)
		const { onClose, onOpenChange }: OverlayProps = props
		const triggered = overlay ? trigger(props) : true
		// biome-ignore lint/correctness/useExhaustiveDependencies: each change of the trigger tries once
		useEffect(() => {
			if (loaded || triggered === false) return
			let isCurrent = true
			loadOnce().then(
				() => isCurrent && setLoaded(true),
				() => {
					if (!isCurrent || !overlay) return
					loadFailure.report()
					onClose?.()
					onOpenChange?.(false)
				},
			)
			return () => {
				isCurrent = false
			}
		}, [triggered])
		const Component = loaded
		return Component ? <Component {...props} /> : fallback?.()
	}

	/** Loads it before it is rendered; a failure is ignored. */
	return Object.assign(Lazy, { preload: () => void loadOnce().catch(() => {}) })
}

/** Runs `act` when the browser is idle; without `requestIdleCallback` shortly after the first paint. Returns a cancel function. */
export function runWhenIdle(act: () => void): () => void {
	if (typeof window.requestIdleCallback === 'function') {
		const handle = window.requestIdleCallback(act, { timeout: 4_000 })
		return () => window.cancelIdleCallback(handle)
	}
	const timer = setTimeout(act, 1_200)
	return () => clearTimeout(timer)
}
