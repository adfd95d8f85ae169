import { type ReactNode, Suspense, useState } from 'react'
import { m } from '../../locales/index.ts'
import { Avatar } from '../../ui/index.ts'
import styles from './Me.module.css'

export interface MeProps {
	name: string
	picture?: string | undefined
	/** What opens on the tap; it is heavy, so it comes with the first one and then stays. */
	children(sheet: { open: boolean; onOpenChange(open: boolean): void }): ReactNode
}

/** Who is signed in. */
export function Me({ name, picture, children }: MeProps) {
	const [open, setOpen] = useState(false)
	const [wanted, setWanted] = useState(false)

	function show() {
		setWanted(true)
		setOpen(true)
	}

	return (
		<>
			<button
				type="button"
				className={styles.me}
				aria-label={m.meeting_me({ name })}
				aria-haspopup="dialog"
				onClick={show}
			>
				<Avatar name={name} src={picture} />
			</button>
			{wanted && <Suspense>{children({ open, onOpenChange: setOpen })}</Suspense>}
		</>
	)
}
