import { lazyComponent } from '../../ui/index.ts'
import { passwordDialog, type QuickEvent, type QuickJoin } from './quickJoin.ts'
import { passwordWords } from './words.ts'

const PasswordDialog = lazyComponent(async () => (await import('./PasswordDialog.tsx')).PasswordDialog, {
	overlay: true,
})

/** The dialog for the password while one is asked for; it comes with its first use. */
export function PasswordAsked({ state, tell }: { state: QuickJoin; tell(event: QuickEvent): void }) {
	const dialog = passwordDialog(state)
	if (!dialog) return null
	return (
		<PasswordDialog
			open
			topic={dialog.topic}
			error={passwordWords(dialog.says)}
			isAsking={dialog.isAsking}
			onGiven={password => tell({ type: 'password-given', password })}
			onClose={() => tell({ type: 'password-closed' })}
		/>
	)
}
