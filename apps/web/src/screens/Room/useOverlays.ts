import { useState } from 'react'

export interface Overlays<Name extends string> {
	/** Opens one, and closes the one that is open. */
	show(name: Name): void
	/** True once it has been opened: one that is closed stays mounted, so that it can glide away. */
	isMounted(name: Name): boolean
	propsOf(name: Name): { open: boolean; onOpenChange(open: boolean): void }
}

/** Sheets and dialogs of a screen, of which one is open at a time. */
export function useOverlays<Name extends string>(initial: () => Name | undefined): Overlays<Name> {
	const [opened, setOpened] = useState(initial)
	const [mounted, setMounted] = useState<ReadonlySet<Name>>(() => new Set(opened === undefined ? [] : [opened]))

	function show(name: Name) {
		setMounted(names => new Set(names).add(name))
		setOpened(name)
	}

	return {
		show,
		isMounted: name => mounted.has(name),
		propsOf: name => ({
			open: opened === name,
			onOpenChange(open) {
				if (open) show(name)
				// Another may have been opened meanwhile.
				else setOpened(current => (current === name ? undefined : current))
			},
		}),
	}
}
