import { LogOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { m } from '../../locales/index.ts'
import { Avatar } from '../../ui/index.ts'
import styles from './Me.module.css'

const ActionSheet = lazy(async () => ({ default: (await import('../../ui/sheet.ts')).ActionSheet }))

export interface MeProps {
	name: string
	picture?: string | undefined
	onSignOut(): void
}

/** Who is signed in, and the way out. */
export function Me({ name, picture, onSignOut }: MeProps) {
	const [open, setOpen] = useState(false)
	// The sheet is heavy, so it comes with the first tap and then stays.
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
			{wanted && (
				<Suspense>
					<ActionSheet
						open={open}
						onOpenChange={setOpen}
						title={name}
						closeLabel={m.common_close()}
						actions={[{ label: m.meeting_sign_out(), icon: <LogOut />, destructive: true, onPress: onSignOut }]}
					/>
				</Suspense>
			)}
		</>
	)
}
