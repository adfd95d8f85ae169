import { limits } from '@parley/core'
import { m } from '../../locales/index.ts'
import { DigitsField } from '../../ui/index.ts'
import styles from './form/JoinForm.module.css'

// JOIN-08: threes all the way, also where an id of twelve is typed.
const groups = [3, 3, 3, 3]

export interface MeetingIdFieldProps {
	meetingId: string
	readOnly?: boolean
	error?: string | undefined
	autoFocus?: boolean
	onIdChange(digits: string): void
}

export function MeetingIdField({ meetingId, readOnly, error, autoFocus, onIdChange }: MeetingIdFieldProps) {
	return (
		<DigitsField
			label={m.joining_id()}
			hint={readOnly ? undefined : m.joining_id_hint()}
			flat={readOnly}
			className={readOnly ? styles.fixed : undefined}
			error={error}
			value={meetingId}
			groups={groups}
			maxDigits={limits.meetingIdMax}
			maxLength={limits.meetingIdInputMax}
			readOnly={readOnly}
			autoFocus={autoFocus}
			enterKeyHint="next"
			clearLabel={readOnly ? undefined : m.joining_clear_id()}
			onValueChange={onIdChange}
		/>
	)
}
