import { Drawer } from '@base-ui/react/drawer'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import styles from './Sheet.module.css'
import { useReturningFocus } from './useReturningFocus.ts'

export interface SheetProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	title: string
	closeLabel: string
	/** Nearly the whole height. Needed as soon as there is a text field inside: a sheet as high as its content lands under the keyboard on iOS. */
	full?: boolean
	actions?: ReactNode
	children: ReactNode
}

/** Comes up from below and follows the finger back down. */
export function Sheet({ open, onOpenChange, title, closeLabel, full, actions, children }: SheetProps) {
	const popup = useRef<HTMLDivElement>(null)
	const finalFocus = useReturningFocus(open, popup)
	return (
		<Drawer.Root open={open} onOpenChange={next => onOpenChange(next)}>
			<Drawer.Portal>
				<Drawer.Backdrop className={styles.veil} />
				<Drawer.Viewport className={styles.view}>
					<Drawer.Popup ref={popup} finalFocus={finalFocus} className={clsx(styles.popup, full && styles.full)}>
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
