import { formatMeetingId, unreachable } from '@parley/core'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import type { JoinedMeeting } from '../../../storage/index.ts'
import { ListRow, Section } from '../../../ui/index.ts'
import { type DevicePreferences, DeviceSwitches } from '../form/DeviceSwitches.tsx'
import { MeetingIdField, MeetingPasswordField, NameField, ValidatedForm } from '../form/fields.tsx'
import styles from '../form/JoinForm.module.css'
import { fieldMessage } from '../join/joinErrors.ts'
import { fieldErrorText, type JoinField, type JoinFormValues } from '../join/joinForm.ts'
import type { JoinState } from './joinReducer.ts'

export interface JoinFormProps {
	id: string
	values: JoinFormValues
	state: JoinState
	devices: DevicePreferences
	/** The field of the meeting id: editable, read-only, or none, where the screen shows the id elsewhere. */
	meetingId: 'typed' | 'given' | 'shown'
	isNameLocked: boolean
	isPasswordRequired: boolean
	onEdit(change: Partial<JoinFormValues>): void
	onSubmit(): void
	children?: ReactNode
}

export function JoinForm(props: JoinFormProps) {
	const { id, values, state, devices, meetingId, isNameLocked, isPasswordRequired, onEdit, onSubmit, children } = props
	return (
		<ValidatedForm id={id} className={styles.form} error={state.status !== 'joining' && state} onSubmit={onSubmit}>
			{meetingId !== 'shown' && (
				<MeetingIdField
					meetingId={values.meetingId}
					readOnly={meetingId === 'given'}
					autoFocus={meetingId === 'typed' && values.meetingId === ''}
					error={errorAt('meetingId', state)}
					onIdChange={meetingId => onEdit({ meetingId })}
				/>
			)}
			<NameField
				name={values.displayName}
				isLocked={isNameLocked}
				error={errorAt('displayName', state)}
				onNameChange={displayName => onEdit({ displayName })}
			/>
			{isPasswordRequired && (
				<MeetingPasswordField
					password={values.password}
					error={errorAt('password', state)}
					onPasswordChange={password => onEdit({ password })}
				/>
			)}
			<DeviceSwitches devices={devices} />
			{children}
		</ValidatedForm>
	)
}

function errorAt(field: JoinField, state: JoinState): string | undefined {
	switch (state.status) {
		case 'editing':
			return state.error?.field === field ? fieldErrorText(state.error.key) : undefined
		case 'refused':
			return fieldMessage(field, state.error)
		case 'passwordRequired':
			return field === 'password' ? m.joining_error_passwordNeeded() : undefined
		case 'joining':
		case 'waiting':
		case 'joined':
			return undefined
		default:
			return unreachable(state)
	}
}

/** Meetings joined recently, to pick one instead of typing its id (JOIN-28, OP-076). */
export function RecentMeetings({
	meetings,
	onPick,
}: {
	meetings: readonly JoinedMeeting[]
	onPick(meetingId: string): void
}) {
	if (meetings.length === 0) return null
	return (
		<div className={styles.devices}>
			<Section title={m.joining_recent()}>
				{meetings.map(({ id, topic }) => (
					<ListRow key={id} icon={<History />} label={topic} note={formatMeetingId(id)} onPress={() => onPick(id)} />
				))}
			</Section>
		</div>
	)
}
