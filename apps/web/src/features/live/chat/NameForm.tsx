import { cleanText, displayNameWhileTyping, isDisplayName, limits } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, filterInput, LiveRegion, TextField, useAction } from '../../../ui/index.ts'
import styles from './Composer.module.css'
import type { Chat } from './chat.ts'
import { nameFailureText } from './chatWords.ts'
import { useChatState } from './useChat.ts'

/** In place of the input field: a guest first chooses the name others will see. */
export function NameForm({ chat, onChoose }: { chat: Chat; onChoose(): void }) {
	const proposed = useChatState(chat, state => state.name)
	const [name, setName] = useState(proposed)
	const [error, setError] = useState<string>()
	const [removedEmoji, setRemovedEmoji] = useState('')
	const removed = removedEmoji === '' ? undefined : m.common_emoji_removed({ removed: removedEmoji })
	const [choose, isChoosing] = useAction(
		async (): Promise<string | undefined> => {
			const chosen = cleanText(name)
			const failure = isDisplayName(chosen) ? await chat.chooseName(chosen) : 'nameInvalid'
			return failure && nameFailureText(failure)
		},
		refused => setError(refused),
	)
	return (
		<form
			className={styles.bar}
			onSubmit={event => {
				event.preventDefault()
				onChoose()
				void choose()
			}}
		>
			<div className={styles.name}>
				<TextField
					label={m.live_chat_name()}
					value={name}
					error={error}
					hint={removed}
					maxCharacters={limits.displayNameMax}
					autoComplete="nickname"
					enterKeyHint="done"
					suffix={
						<Button
							kind="quiet"
							type="submit"
							className={styles.choose}
							loading={isChoosing && m.live_chat_name_choose()}
						>
							{m.live_chat_name_choose()}
						</Button>
					}
					{...filterInput(displayNameWhileTyping, setRemovedEmoji)}
					onChange={event => {
						setName(event.currentTarget.value)
						setError(undefined)
					}}
				/>
				<LiveRegion>{removed}</LiveRegion>
			</div>
		</form>
	)
}
