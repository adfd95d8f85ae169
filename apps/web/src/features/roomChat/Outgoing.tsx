import { answerCodes } from '@parley/im-sdk/constants'
import { clsx } from 'clsx'
import { m } from '../../locales/index.ts'
import { Button } from '../../ui/index.ts'
import type { OutgoingMessage } from './chatState.ts'
import styles from './Outgoing.module.css'

export interface OutgoingProps {
	message: OutgoingMessage
	onAgain(): void
	onDiscard(): void
}

/** An own message on its way, or one that the server refused. */
export function Outgoing({ message, onAgain, onDiscard }: OutgoingProps) {
	const { text, status, audience } = message
	const isRefused = status === 'refused'
	return (
		<li className={styles.message}>
			<p className={clsx(styles.bubble, audience !== 'everyone' && styles.private)}>{text}</p>
			<p role="status" className={clsx(styles.status, isRefused && styles.refused)}>
				{isRefused ? refusalText(message) : m.chat_sending()}
			</p>
			{isRefused && (
				<div className={styles.choices}>
					<Button kind="quiet" onClick={onAgain}>
						{m.chat_again()}
					</Button>
					<Button kind="quiet" onClick={onDiscard}>
						{m.chat_discard()}
					</Button>
				</div>
			)}
		</li>
	)
}

/** The refusals that a person can do something about; all others say that it was not sent. */
function refusalText({ code, audience }: OutgoingMessage): string {
	if (code === answerCodes.wordRefused) return m.chat_word_refused()
	if (code === answerCodes.allSilenced) return m.chat_off()
	if (code === answerCodes.missing && audience !== 'everyone') return m.chat_gone_text()
	return m.chat_not_sent()
}
