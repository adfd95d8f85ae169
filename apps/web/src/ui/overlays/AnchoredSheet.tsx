import { useIsLaptop } from '../layout/useIsLaptop.ts'
import { lazyComponent } from '../lazy.tsx'
import type { PopoverProps } from './Popover.tsx'
import { Sheet, type SheetProps } from './Sheet.tsx'

// Phones never load it.
const Popover = lazyComponent(async () => (await import('./Popover.tsx')).Popover, { overlay: true })

export interface AnchoredSheetProps extends Omit<SheetProps, 'full' | 'short'>, Pick<PopoverProps, 'width' | 'side'> {
	/** The button that opens it; without one it is a sheet everywhere. */
	anchor?: Element | undefined
}

/** A sheet on phones; on laptops a menu at the button that opens it (LAYOUT-08). */
export function AnchoredSheet({ anchor, width, side, ...sheet }: AnchoredSheetProps) {
	const isLaptop = useIsLaptop()
	if (isLaptop && anchor) return <Popover anchor={anchor} width={width} side={side} {...sheet} />
	return <Sheet {...sheet} />
}
