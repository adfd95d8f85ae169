import { limits } from '@parley/core'
import type { Ref } from 'react'
import { m } from '../../locales/index.ts'
import { Button, DigitsField } from '../../ui/index.ts'
import styles from './Fields.module.css'

export interface CodeFieldProps {
	value: string
	onChange(code: string): void
	/** What is left of the countdown; 0 where a code may be had. */
	seconds: number
	isWorking: boolean
	onSend(): void
	error?: string | undefined
	ref?: Ref<HTMLInputElement> | undefined
}

const oneGroup = [limits.smsCodeMax]

/** The code of a text message, with the button that has one sent. */
export function CodeField({ value, onChange, seconds, isWorking, onSend, error, ref }: CodeFieldProps) {
	return (
		<DigitsField
			ref={ref}
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
					disabled={seconds > 0}
					loading={isWorking && m.verification_sending()}
					onClick={onSend}
				>
					{seconds > 0 ? m.verification_wait({ seconds }) : m.verification_get_code()}
				</Button>
			}
		/>
	)
}
