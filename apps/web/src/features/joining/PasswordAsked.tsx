import { lazy, Suspense } from 'react'
import { passwordDialog, type QuickEvent, type QuickJoin } from './quickJoin.ts'
import { passwordWords } from './words.ts'

const PasswordDialog = lazy(async () => ({ default: (await import('./PasswordDialog.tsx')).PasswordDialog }))

/** The dialog for the password while one is asked for; it comes with its first use. */
export function PasswordAsked({ state, tell }: { state: QuickJoin; tell(event: QuickEvent): void }) {
	const dialog = passwordDialog(state)
	if (!dialog) return null
	return (
		<Suspense>
			<PasswordDialog
				open
				topic={dialog.topic}
				error={passwordWords(dialog.says)}
				isAsking={dialog.isAsking}
				onGiven={password => tell({ type: 'password-given', password })}
				onClose={() => tell({ type: 'password-closed' })}
			/>
		</Suspense>
	)
}
