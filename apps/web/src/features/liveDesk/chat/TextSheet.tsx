import { codePointLength } from '@parley/core'
import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, TextArea } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import styles from './TextSheet.module.css'

export interface TextSheetProps {
	open: boolean
	onOpenChange(open: boolean): void
	title: string
	/** Above the field. */
	children?: ReactNode
	label: string
	note: string
	text: string
	onChange(text: string): void
	/** In code points. */
	maxLength: number
	error: string | undefined
	/** Another action, beside sending. */
	secondary?: { label: string; onPress(): void } | undefined
	/** @param onPress called with the trimmed text, which is neither empty nor too long */
	submit: { label: string; onPress(text: string): void }
	isSending: boolean
}

/** A sheet in which a text is written and sent. */
export function TextSheet({ open, onOpenChange, title, children, text, maxLength, ...rest }: TextSheetProps) {
	const { label, note, onChange, error, secondary, submit, isSending } = rest
	const trimmed = text.trim()
	const length = codePointLength(trimmed)
	const loading = isSending && m.desk_working()
	return (
		<Sheet
			full
			short
			open={open}
			onOpenChange={onOpenChange}
			title={title}
			closeLabel={m.common_close()}
			actions={
				<div className={styles.actions}>
					{secondary && (
						<Button size="large" loading={loading} onClick={secondary.onPress}>
							{secondary.label}
						</Button>
					)}
					<Button
						kind="primary"
						size="large"
						disabled={length === 0 || length > maxLength}
						loading={loading}
						onClick={() => submit.onPress(trimmed)}
					>
						{submit.label}
					</Button>
				</div>
			}
		>
			{children}
			<TextArea
				label={label}
				hint={note}
				error={error}
				rows={5}
				value={text}
				count={{ length, max: maxLength }}
				onChange={event => onChange(event.target.value)}
			/>
		</Sheet>
	)
}
