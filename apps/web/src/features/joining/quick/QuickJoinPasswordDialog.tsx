import { lazyComponent } from '../../../ui/index.ts'
import { passwordWords } from '../words.ts'
import { getPasswordDialog, type QuickJoinEvent, type QuickJoinState } from './quickJoinReducer.ts'

const PasswordDialog = lazyComponent(async () => (await import('./PasswordDialog.tsx')).PasswordDialog, {
	overlay: true,
})

/** The dialog for the password while one is asked for; it comes with its first use. */
export function QuickJoinPasswordDialog({ state, tell }: { state: QuickJoinState; tell(event: QuickJoinEvent): void }) {
	const dialog = getPasswordDialog(state)
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
