import { Fragment, useEffect, useRef, useState } from 'react'
import { type Conversation, emptyConversation, inOrder, type PendingMessage, type ShownEvent } from './conversation.ts'
import type { Person, PersonView } from './person.ts'
import { texts } from './texts.ts'

interface ConversationProps {
	person: Person
	view: PersonView
	/** The group, or the other person. */
	id: string
	canRevoke: boolean
}

export function ConversationView({ person, view, id, canRevoke }: ConversationProps) {
	const conversation = view.conversations[id] ?? emptyConversation
	const events = inOrder(conversation)
	return (
		<section className="conversation">
			<Log newest={events.at(-1)?.hisId ?? 0} pending={conversation.pending.length}>
				{conversation.hasEarlier && events.length > 0 && (
					<li className="middle">
						<button type="button" className="text" onClick={() => person.loadEarlier(id)}>
							{texts.earlier}
						</button>
					</li>
				)}
				{events.length === 0 && conversation.pending.length === 0 && <li className="middle quiet">{texts.empty}</li>}
				{events.map(event => (
					<Fragment key={event.hisId}>
						<EventRow
							event={event}
							isOwn={event.userId === view.uid}
							revoke={canRevoke && event.userId === view.uid ? () => person.revoke(id, event.hisId) : undefined}
						/>
						<Gaps conversation={conversation} after={event.hisId} />
					</Fragment>
				))}
				{conversation.pending.map(message => (
					<PendingRow key={message.cmid} message={message} />
				))}
			</Log>
			<Composer send={content => person.send(id, content)} />
		</section>
	)
}

/** Stays at its end when something is added there. */
function Log({ newest, pending, children }: { newest: number; pending: number; children: React.ReactNode }) {
	const list = useRef<HTMLOListElement>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: they say when something was added
	useEffect(() => {
		list.current?.scrollTo({ top: list.current.scrollHeight })
	}, [newest, pending])
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
		<ol className="log" ref={list} tabIndex={0}>
			{children}
		</ol>
	)
}

const systemTexts = { revoked: texts.revoked, joined: texts.joined, left: texts.left, changed: texts.changed }

function EventRow({ event, isOwn, revoke }: { event: ShownEvent; isOwn: boolean; revoke: (() => void) | undefined }) {
	const { hisId, name, userName, content } = event
	if (name !== 'message')
		return (
			<li className="middle quiet" data-his-id={hisId}>
				<code>{hisId}</code> {systemTexts[name]}
			</li>
		)
	return (
		<li className={revoke ? 'own revocable' : isOwn ? 'own' : 'theirs'} data-his-id={hisId}>
			<p className="by">
				<code>{hisId}</code> {userName}
			</p>
			<p className="bubble">{content}</p>
			{revoke && (
				<button type="button" className="text small" onClick={revoke} aria-label={`${texts.revoke} ${hisId}`}>
					{texts.revoke}
				</button>
			)}
		</li>
	)
}

function Gaps({ conversation, after }: { conversation: Conversation; after: number }) {
	return conversation.discontinuities
		.filter(gap => gap.after === after)
		.map(({ reason }) => (
			<li key={reason} className="middle gap">
				{texts.gap(reason)}
			</li>
		))
}

function PendingRow({ message: { cmid, content, status, code } }: { message: PendingMessage }) {
	return (
		<li className="own pending" data-cmid={cmid}>
			<p className="by">
				{texts.status[status]}
				{code === undefined ? '' : ` · ${code}`}
			</p>
			<p className="bubble">{content ?? texts.kept}</p>
		</li>
	)
}

function Composer({ send }: { send: (content: string) => void }) {
	const [text, setText] = useState('')
	return (
		<form
			className="row composer"
			onSubmit={event => {
				event.preventDefault()
				if (text.trim() === '') return
				send(text)
				setText('')
			}}
		>
			<input
				type="text"
				aria-label={texts.write}
				placeholder={texts.write}
				autoComplete="off"
				value={text}
				onChange={({ target }) => setText(target.value)}
			/>
			<button type="submit" className="primary">
				{texts.send}
			</button>
		</form>
	)
}
