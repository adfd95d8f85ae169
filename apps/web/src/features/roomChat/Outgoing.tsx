import { answerCodes } from '@parley/im-sdk/constants'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { Button, IconButton } from '../../ui/index.ts'
import { FileCard } from '../chatFiles/index.ts'
import type { OutgoingFile, OutgoingMessage } from './chatState.ts'
import { failureText, isFinal, isPictureName } from './files/fileTexts.ts'
import { LocalPicture } from './files/PendingFiles.tsx'
import styles from './Outgoing.module.css'

export interface OutgoingProps {
	message: OutgoingMessage
	onAgain(): void
	onDiscard(): void
}

/** An own message on its way, or one that the server refused. */
export function Outgoing({ message, onAgain, onDiscard }: OutgoingProps) {
	const { text, status, audience, upload } = message
	const isRefused = status === 'refused'
	const canSendAgain = upload?.failure === undefined || !isFinal(upload.failure)
	return (
		<li className={styles.message}>
			<div className={clsx(styles.bubble, audience !== 'everyone' && styles.private)}>
				{upload ? <LocalFile upload={upload} /> : <p className={styles.text}>{text}</p>}
			</div>
			{status === 'uploading' && upload ? (
				<div className={styles.upload}>
					<progress
						className={styles.bar}
						max={1}
						value={upload.progress}
						aria-label={m.chat_file_uploading({ name: text })}
					/>
					<span className={styles.percent} aria-hidden>
						{m.chat_file_progress({ percent: Math.floor(upload.progress * 100) })}
					</span>
					<IconButton label={m.chat_file_cancel({ name: text })} icon={<X />} onClick={onDiscard} />
				</div>
			) : (
				<p role="status" className={clsx(styles.status, isRefused && styles.refused)}>
					{isRefused ? refusalText(message) : m.chat_sending()}
				</p>
			)}
			{isRefused && (
				<div className={styles.choices}>
					{canSendAgain && (
						<Button kind="quiet" onClick={onAgain}>
							{m.chat_again()}
						</Button>
					)}
					<Button kind="quiet" onClick={onDiscard}>
						{m.chat_discard()}
					</Button>
				</div>
			)}
		</li>
	)
}

const LocalFile = ({ upload: { file } }: { upload: OutgoingFile }) =>
	isPictureName(file.name) ? <LocalPicture file={file} /> : <FileCard name={file.name} bytes={file.size} />

/** The refusals that a person can do something about; all others say that it was not sent. */
function refusalText({ code, audience, upload }: OutgoingMessage): string {
	if (upload?.failure !== undefined) return failureText(upload.failure)
	if (upload && code === answerCodes.allSilenced) return m.chat_file_off_host()
	if (code === answerCodes.wordRefused) return m.chat_word_refused()
	if (code === answerCodes.allSilenced) return m.chat_off()
	if (code === answerCodes.missing && audience !== 'everyone') return m.chat_gone_text()
	return m.chat_not_sent()
}
