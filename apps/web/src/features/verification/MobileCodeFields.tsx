import type { SmsType } from '@parley/api'
import { limits } from '@parley/core'
import { type Ref, useRef } from 'react'
import { m } from '../../locales/index.ts'
import { Button, DigitsField } from '../../ui/index.ts'
import { ChallengeDialog } from '../challenge/index.ts'
import styles from './Fields.module.css'
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
	/** The only number that is accepted, where there is one (SMS-09). */
	initial?: MobileNumber | undefined
	/** Called before a code is sent; an error message prevents it and is shown at the number. */
	beforeSend?: () => Promise<string | undefined>
	/** Errors of the form, from its own call. */
	mobileError?: string | undefined
	codeError?: string | undefined
}

/** A mobile number, its code, the button that sends the code, and the slider where the server asks for it. */
export function MobileCodeFields({ value, onChange, type, initial, beforeSend, ...props }: MobileCodeFieldsProps) {
	const { isAreaLocked, isNumberLocked, mobileError, codeError } = props
	const mobileField = useRef<HTMLInputElement>(null)
	const codeField = useRef<HTMLInputElement>(null)
	const sending = useSendCode({
		type,
		mobile: value,
		initial,
		beforeSend,
		onMobileInvalid: () => mobileField.current?.focus(),
		onSent: () => codeField.current?.focus(),
	})

	function change(part: Partial<MobileCodeValues>) {
		sending.reset()
		onChange({ ...value, ...part })
	}

	return (
		<>
			<MobileField
				ref={mobileField}
				value={value}
				onChange={change}
				isAreaLocked={isAreaLocked}
				isNumberLocked={isNumberLocked}
				error={sending.errorAt('mobile') ?? mobileError}
			/>
			<CodeField
				ref={codeField}
				value={value.code}
				onChange={code => change({ code })}
				secondsLeft={sending.secondsLeft}
				isSending={sending.isSending}
				onSend={sending.press}
				error={sending.errorAt('code') ?? codeError}
			/>
			<ChallengeDialog {...sending.challenge} />
		</>
	)
}

interface CodeFieldProps {
	value: string
	onChange(code: string): void
	/** 0 where a code may be sent. */
	secondsLeft: number
	isSending: boolean
	onSend(): void
	error: string | undefined
	ref: Ref<HTMLInputElement>
}

const oneGroup = [limits.smsCodeMax]

/** The code from the text message, with the button that sends one. */
function CodeField({ value, onChange, secondsLeft, isSending, onSend, error, ref }: CodeFieldProps) {
	return (
		<DigitsField
			ref={ref}
			className={styles.code ?? ''}
			label={m.verification_code()}
			name="code"
			autoComplete="one-time-code"
			enterKeyHint="go"
			groups={oneGroup}
			error={error}
			value={value}
			onValueChange={onChange}
			suffix={
				<Button
					kind="quiet"
					className={styles.send}
					disabled={secondsLeft > 0}
					loading={isSending && m.verification_sending()}
					onClick={onSend}
				>
					{secondsLeft > 0 ? m.verification_countdown({ seconds: secondsLeft }) : m.verification_get_code()}
				</Button>
			}
		/>
	)
}
