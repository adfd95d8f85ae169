import { unreachable } from '@parley/core'
import { type ReactNode, useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { MeetingIdField } from '../IdField.tsx'
import { MeetingPasswordField } from '../PasswordOfMeeting.tsx'
import type { JoinState } from '../screen/joinReducer.ts'
import type { DevicePreferences } from '../useDevices.ts'
import { useFocusInvalidField } from '../useFaultFocus.ts'
import { atField, joinFaultWords } from '../words.ts'
import { DeviceSwitches } from './DeviceSwitches.tsx'
import { NameField } from './fields.tsx'
import styles from './JoinForm.module.css'
import type { JoinFormValues as Form, JoinField } from './joinForm.ts'

export interface JoinFormProps {
	id: string
	form: Form
	state: JoinState
	devices: DevicePreferences
	/** `shown` elsewhere on the screen, so that it is no field. */
	meetingId: 'typed' | 'given' | 'shown'
	isNameLocked: boolean
	asksPassword: boolean
	onEdit(change: Partial<Form>): void
	onSubmit(): void
	children?: ReactNode
}

export function JoinForm(props: JoinFormProps) {
	const { id, form, state, devices, meetingId, isNameLocked, asksPassword, onEdit, onSubmit, children } = props
	const place = useRef<HTMLFormElement>(null)
	useFocusInvalidField(place, state.at !== 'knocking' && state)
	return (
		<form
			ref={place}
			id={id}
			className={styles.form}
			noValidate
			onSubmit={event => {
				event.preventDefault()
				onSubmit()
			}}
		>
			{meetingId !== 'shown' && (
				<MeetingIdField
					meetingId={form.meetingId}
					readOnly={meetingId === 'given'}
					autoFocus={meetingId === 'typed' && form.meetingId === ''}
					error={errorAt('meetingId', state)}
					onIdChange={meetingId => onEdit({ meetingId })}
				/>
			)}
			<NameField
				name={form.displayName}
				isLocked={isNameLocked}
				error={errorAt('displayName', state)}
				onNameChange={displayName => onEdit({ displayName })}
			/>
			{asksPassword && (
				<MeetingPasswordField
					password={form.password}
					error={errorAt('password', state)}
					onPasswordChange={password => onEdit({ password })}
				/>
			)}
			<DeviceSwitches devices={devices} />
			{children}
		</form>
	)
}

/** What is said under a field. */
export function errorAt(field: JoinField, state: JoinState): string | undefined {
	switch (state.at) {
		case 'form':
			return state.fault?.field === field ? joinFaultWords[state.fault.fault]() : undefined
		case 'turned-away':
			return atField(field, state.why)
		case 'password-wanted':
			return field === 'password' ? m.joining_says_passwordNeeded() : undefined
		case 'knocking':
		case 'inside':
			return undefined
		default:
			return unreachable(state)
	}
}
