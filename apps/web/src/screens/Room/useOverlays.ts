import { useState } from 'react'

export interface Overlays<Name extends string> {
	/**
	 * Opens one, and closes the one that is open; the button of the one that is open closes it.
	 * @param anchor the pressed button; without one it opens at that of the one that is open
	 */
	show(name: Name, anchor?: Element): void
	close(): void
	isOpen(name: Name): boolean
	/** True once it has been opened: one that is closed stays mounted, so that it can glide away. */
	isMounted(name: Name): boolean
	propsOf(name: Name): { open: boolean; onOpenChange(open: boolean): void }
	/** The button at which it opens. */
	anchorOf(name: Name): Element | undefined
}

/** Sheets, menus and dialogs of a screen, of which one is open at a time. */
export function useOverlays<Name extends string>(initial: () => Name | undefined): Overlays<Name> {
	const [opened, setOpened] = useState(initial)
	const [mounted, setMounted] = useState<ReadonlyMap<Name, Element | undefined>>(
		() => new Map(opened === undefined ? [] : [[opened, undefined]]),
	)

	function show(name: Name, pressed?: Element) {
		if (opened === name && pressed !== undefined && mounted.get(name) === pressed) return setOpened(undefined)
		const anchor = pressed ?? (opened === undefined ? undefined : mounted.get(opened))
		setMounted(names => new Map(names).set(name, anchor))
		setOpened(name)
	}

	return {
		show,
		close: () => setOpened(undefined),
		isOpen: name => opened === name,
		isMounted: name => mounted.has(name),
		propsOf: name => ({
			open: opened === name,
			onOpenChange(open) {
				if (open) show(name)
				// Another may have been opened meanwhile.
				else setOpened(current => (current === name ? undefined : current))
			},
		}),
		anchorOf: name => mounted.get(name),
	}
}
