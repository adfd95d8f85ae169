import type { WaitingRule } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { RadioRow, SwitchRow } from '../../../ui/index.ts'
import { type DraftFormProps, useDraftField } from './DraftField.tsx'

const rules = [
	['everyone', m.scheduling_waiting_everyone],
	['outside', m.scheduling_waiting_outside],
	['uninvited', m.scheduling_waiting_uninvited],
] as const satisfies readonly (readonly [WaitingRule, () => string])[]

/** Says whether people wait until a host lets them in, and who does (ROOM-140). */
export function WaitingRoomField(props: DraftFormProps) {
	const { value, ref, onChange } = useDraftField(props, 'waitingRoom')
	const disabled = props.attendeesOnly
	return (
		<>
			<SwitchRow
				ref={ref}
				label={m.scheduling_waiting()}
				note={m.scheduling_waiting_note()}
				checked={value !== 'off'}
				disabled={disabled}
				onChange={event => onChange(event.target.checked ? 'everyone' : 'off')}
			/>
			{value !== 'off' && (
				<div role="radiogroup" aria-label={m.scheduling_waiting_who()}>
					{rules.map(([rule, label]) => (
						<RadioRow
							key={rule}
							name="waitingRoom"
							label={label()}
							checked={value === rule}
							disabled={disabled}
							onChange={() => onChange(rule)}
						/>
					))}
				</div>
			)}
		</>
	)
}
