import { PollDraft, pollLimits } from '@parley/room'
import { Plus, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { m } from '../../../locales/index.ts'
import { Button, IconButton, TextArea, TextField } from '../../../ui/index.ts'
import type { RoomController } from '../roomController.ts'
import styles from './PollSheet.module.css'

interface TypedOption {
	/** Stays with the field when another one is removed. */
	key: number
	text: string
}

type PollFormError = 'question' | 'question-long' | 'options' | 'same' | 'failed'

/** Asks for the question and the options of a poll. Typed text stays while the sheet is closed. */
export function PollForm({ startPoll }: Pick<RoomController, 'startPoll'>) {
	const nextKey = useRef<number>(pollLimits.minOptions)
	const [question, setQuestion] = useState('')
	const [options, setOptions] = useState<readonly TypedOption[]>([
		{ key: 0, text: '' },
		{ key: 1, text: '' },
	])
	const [error, setError] = useState<PollFormError>()

	function change(key: number, text: string) {
		setError(undefined)
		setOptions(options.map(option => (option.key === key ? { key, text } : option)))
	}

	async function submit(event: FormEvent) {
		event.preventDefault()
		const texts = options.map(({ text }) => text.trim()).filter(text => text !== '')
		const draft = v.safeParse(PollDraft, { question, options: texts })
		if (!draft.success) return setError(errorOf(question, texts))
		setError((await startPoll(draft.output)) ? undefined : 'failed')
	}

	return (
		<form className={styles.form} onSubmit={event => void submit(event)}>
			<TextArea
				label={m.poll_question()}
				value={question}
				onChange={event => {
					setError(undefined)
					setQuestion(event.target.value)
				}}
				onKeyDown={submitWithEnter}
				grows
				count={{ length: [...question].length, max: pollLimits.question }}
				autoComplete="off"
				error={error === 'question' || error === 'question-long' ? errorTexts[error]() : undefined}
			/>
			{options.map(({ key, text }, index) => (
				<div key={key} className={styles.optionField}>
					<TextField
						label={m.poll_option({ number: index + 1 })}
						value={text}
						onChange={event => change(key, event.target.value)}
						maxCharacters={pollLimits.option}
						counter
						autoComplete="off"
					/>
					{options.length > pollLimits.minOptions && (
						<IconButton
							label={m.poll_option_remove({ number: index + 1 })}
							icon={<X />}
							onClick={() => setOptions(options.filter(option => option.key !== key))}
						/>
					)}
				</div>
			))}
			{options.length < pollLimits.maxOptions && (
				<Button
					kind="secondary"
					icon={<Plus />}
					onClick={() => setOptions([...options, { key: nextKey.current++, text: '' }])}
				>
					{m.poll_option_add()}
				</Button>
			)}
			{error && error !== 'question' && error !== 'question-long' && (
				<p className={styles.error} role="alert">
					{errorTexts[error]()}
				</p>
			)}
			<Button kind="primary" type="submit" block>
				{m.poll_start()}
			</Button>
		</form>
	)
}

/** A question is one paragraph. */
function submitWithEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
	if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
	event.preventDefault()
	event.currentTarget.form?.requestSubmit()
}

const errorTexts = {
	question: m.poll_question_missing,
	'question-long': () => m.poll_question_long({ max: pollLimits.question }),
	options: m.poll_options_missing,
	same: m.poll_options_same,
	failed: m.poll_failed,
} satisfies Record<PollFormError, () => string>

function errorOf(question: string, options: readonly string[]): PollFormError {
	if (question.trim() === '') return 'question'
	if ([...question.trim()].length > pollLimits.question) return 'question-long'
	return new Set(options).size < options.length ? 'same' : 'options'
}
