import { m } from '../../../locales/index.ts'
import { lazyComponent } from '../../../ui/index.ts'
import { type DevicePreferences, DeviceSwitches } from '../form/DeviceSwitches.tsx'
import { MeetingIdField, NameField, ValidatedForm } from '../form/fields.tsx'
import styles from '../form/JoinForm.module.css'
import { fieldMessage } from '../join/joinErrors.ts'
import { fieldErrorText, type JoinField } from '../join/joinForm.ts'
import { getPasswordDialog, type QuickJoinEvent, type QuickJoinState } from './quickJoinReducer.ts'

export interface QuickJoinFormProps {
	id: string
	values: { meetingId: string; displayName: string }
	state: QuickJoinState
	devices: DevicePreferences
	isNameLocked: boolean
	onIdChange(digits: string): void
	onNameChange(name: string): void
	onSubmit(): void
}

export function QuickJoinForm(props: QuickJoinFormProps) {
	const { id, values, state, devices, isNameLocked, onIdChange, onNameChange, onSubmit } = props
	return (
		<ValidatedForm id={id} className={styles.form} error={state.status !== 'lookingUp' && state} onSubmit={onSubmit}>
			<MeetingIdField
				meetingId={values.meetingId}
				autoFocus={values.meetingId === ''}
				error={errorAt('meetingId', state)}
				onIdChange={onIdChange}
			/>
			<NameField
				name={values.displayName}
				isLocked={isNameLocked}
				error={errorAt('displayName', state)}
				onNameChange={onNameChange}
			/>
			<DeviceSwitches devices={devices} />
		</ValidatedForm>
	)
}

function errorAt(field: JoinField, state: QuickJoinState): string | undefined {
	if (state.status === 'editing' && state.error?.field === field) return fieldErrorText(state.error.key)
	if (state.status === 'over' && field === 'meetingId') return m.joining_error_over()
	if (state.status === 'refused') return fieldMessage(field, state.error)
	return undefined
}

const PasswordDialog = lazyComponent(async () => (await import('./PasswordDialog.tsx')).PasswordDialog, {
	overlay: true,
})

const passwordErrors = { 'Meeting.tips8': m['Meeting.tips8'], wrongPassword: m.joining_error_wrongPassword }

/** The password dialog, while it is open (JOIN-21, JERR-05). */
export function QuickJoinPasswordDialog(props: { state: QuickJoinState; dispatch(event: QuickJoinEvent): void }) {
	const { state, dispatch } = props
	const dialog = getPasswordDialog(state)
	if (!dialog) return null
	return (
		<PasswordDialog
			open
			topic={dialog.topic}
			error={dialog.error && passwordErrors[dialog.error]()}
			isSubmitting={dialog.isSubmitting}
			onSubmit={password => dispatch({ type: 'passwordSubmitted', password })}
			onClose={() => dispatch({ type: 'passwordDialogClosed' })}
		/>
	)
}
