import { Drawer } from '@base-ui/react/drawer'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import { useBackHandler } from '../back/backHandlers.ts'
import styles from './Sheet.module.css'

export interface SheetProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	title: string
	closeLabel: string
	/** Nearly the full height, for a sheet with a text field: one as high as its content lands under the iOS keyboard. */
	full?: boolean
	/** With `full`: as high as its content, above the keyboard. */
	short?: boolean
	actions?: ReactNode
	children: ReactNode
}

/** Slides up from below; a swipe down closes it, and so does going back. */
export function Sheet({ open, onOpenChange, title, closeLabel, full, short, actions, children }: SheetProps) {
	const popup = useRef<HTMLDivElement>(null)
	const finalFocus = useReturningFocus(open, popup)
	useBackHandler(open, () => onOpenChange(false))
	return (
		<Drawer.Root open={open} onOpenChange={next => onOpenChange(next)}>
			<Drawer.Portal>
				<Drawer.Backdrop forceRender className={styles.backdrop} />
				<Drawer.Viewport className={styles.view}>
					<Drawer.Popup
						ref={popup}
						finalFocus={finalFocus}
						className={clsx(styles.popup, full && styles.full, short && styles.short)}
					>
						<div className={styles.handle} />
						<div className={styles.head}>
							<Drawer.Title className={styles.title}>{title}</Drawer.Title>
							<Drawer.Close render={<IconButton label={closeLabel} icon={<X />} />} />
						</div>
						<Drawer.Content className={styles.body}>{children}</Drawer.Content>
						{actions && <div className={styles.actions}>{actions}</div>}
					</Drawer.Popup>
				</Drawer.Viewport>
			</Drawer.Portal>
		</Drawer.Root>
	)
}

/**
 * Restores the focus to the element that had it when the overlay opened. Base UI records that element again whenever
 * the content renders, and may then record one inside the overlay. A focus moved elsewhere meanwhile is kept.
 */
export function useReturningFocus(open: boolean, cover: RefObject<HTMLElement | null>) {
	const opener = useRef<HTMLElement>(null)

	useLayoutEffect(() => {
		const at = document.activeElement
		if (open) opener.current = at instanceof HTMLElement && at !== document.body ? at : null
	}, [open])

	return () => {
		const at = document.activeElement
		const isOurs = at === null || at === document.body || cover.current?.contains(at) === true
		return isOurs && opener.current?.isConnected ? opener.current : false
	}
}
