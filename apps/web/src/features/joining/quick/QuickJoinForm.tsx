import { useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { DeviceSwitches } from '../form/DeviceSwitches.tsx'
import { NameField } from '../form/fields.tsx'
import styles from '../form/JoinForm.module.css'
import type { JoinField } from '../form/joinForm.ts'
import { MeetingIdField } from '../IdField.tsx'
import type { DevicePreferences } from '../useDevices.ts'
import { useFocusInvalidField } from '../useFaultFocus.ts'
import { atField, joinFaultWords } from '../words.ts'
import type { QuickJoinState } from './quickJoinReducer.ts'

export interface QuickJoinFormProps {
	id: string
	form: { meetingId: string; displayName: string }
	state: QuickJoinState
	devices: DevicePreferences
	isNameLocked: boolean
	onId(digits: string): void
	onName(name: string): void
	onSubmit(): void
}

export function QuickJoinForm({ id, form, state, devices, isNameLocked, onId, onName, onSubmit }: QuickJoinFormProps) {
	const place = useRef<HTMLFormElement>(null)
	useFocusInvalidField(place, state.at !== 'looking' && state)
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
			<MeetingIdField
				meetingId={form.meetingId}
				autoFocus={form.meetingId === ''}
				error={errorAt('meetingId', state)}
				onIdChange={onId}
			/>
			<NameField
				name={form.displayName}
				isLocked={isNameLocked}
				error={errorAt('displayName', state)}
				onNameChange={onName}
			/>
			<DeviceSwitches devices={devices} />
		</form>
	)
}

function errorAt(field: JoinField, state: QuickJoinState): string | undefined {
	if (state.at === 'form' && state.fault?.field === field) return joinFaultWords[state.fault.fault]()
	if (state.at === 'over' && field === 'meetingId') return m.joining_says_over()
	if (state.at === 'turned-away') return atField(field, state.why)
	return undefined
}
