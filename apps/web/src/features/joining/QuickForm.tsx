import { useRef } from 'react'
import { m } from '../../locales/index.ts'
import { DeviceSwitches } from './DeviceSwitches.tsx'
import type { JoinField } from './form.ts'
import { IdField } from './IdField.tsx'
import styles from './JoinForm.module.css'
import { NameField } from './NameField.tsx'
import type { QuickJoin } from './quickJoin.ts'
import type { Devices } from './useDevices.ts'
import { useFaultFocus } from './useFaultFocus.ts'
import { atField, joinFaultWords } from './words.ts'

export interface QuickFormProps {
	id: string
	form: { meetingId: string; displayName: string }
	state: QuickJoin
	devices: Devices
	isNameLocked: boolean
	onId(digits: string): void
	onName(name: string): void
	onSubmit(): void
}

export function QuickForm({ id, form, state, devices, isNameLocked, onId, onName, onSubmit }: QuickFormProps) {
	const place = useRef<HTMLFormElement>(null)
	useFaultFocus(place, state.at !== 'looking' && state)
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
			<IdField
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

function errorAt(field: JoinField, state: QuickJoin): string | undefined {
	if (state.at === 'form' && state.fault?.field === field) return joinFaultWords[state.fault.fault]()
	if (state.at === 'over' && field === 'meetingId') return m.joining_says_over()
	if (state.at === 'turned-away') return atField(field, state.why)
	return undefined
}
