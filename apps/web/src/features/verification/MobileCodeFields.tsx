import type { SmsType } from '@parley/api'
import { useRef } from 'react'
import { ChallengeDialog } from '../challenge/index.ts'
import { CodeField } from './CodeField.tsx'
import { MobileField } from './MobileField.tsx'
import type { MobileCodeValues, MobileNumber } from './mobile.ts'
import { useSendCode } from './useSendCode.ts'

export interface MobileCodeFieldsProps {
	value: MobileCodeValues
	onChange(value: MobileCodeValues): void
	type: SmsType
	/** SMS-10 */
	isAreaLocked?: boolean
	isNumberLocked?: boolean
	/** The number it has to be, where there is one (SMS-09). */
	initial?: MobileNumber | undefined
	/** Asked before a code is sent; a sentence holds it back and stands at the number. */
	beforeSend?: () => Promise<string | undefined>
	/** What the caller found wrong with either, after asking the server. */
	mobileError?: string | undefined
	codeError?: string | undefined
}

/** A mobile number, its code, and the button that has the code sent; the slider is asked for here where one is due. */
export function MobileCodeFields({
	value,
	onChange,
	type,
	isAreaLocked,
	isNumberLocked,
	initial,
	beforeSend,
	mobileError,
	codeError,
}: MobileCodeFieldsProps) {
	const number = useRef<HTMLInputElement>(null)
	const code = useRef<HTMLInputElement>(null)
	const sending = useSendCode({
		type,
		mobile: value,
		initial,
		beforeSend,
		onNoPhone: () => number.current?.focus(),
		onSent: () => code.current?.focus(),
	})
	const { state } = sending
	const says = (of: 'mobile' | 'code') => (state.at === 'turned-away' && state.of === of ? state.sentence : undefined)

	function change(part: Partial<MobileCodeValues>) {
		sending.reset()
		onChange({ ...value, ...part })
	}

	return (
		<>
			<MobileField
				ref={number}
				value={value}
				onChange={change}
				isAreaLocked={isAreaLocked}
				isNumberLocked={isNumberLocked}
				error={says('mobile') ?? mobileError}
			/>
			<CodeField
				ref={code}
				value={value.code}
				onChange={code => change({ code })}
				seconds={sending.seconds}
				isWorking={state.at === 'working'}
				onSend={sending.press}
				error={says('code') ?? codeError}
			/>
			<ChallengeDialog open={state.at === 'challenge'} onSolved={sending.solved} onClose={sending.reset} />
		</>
	)
}
