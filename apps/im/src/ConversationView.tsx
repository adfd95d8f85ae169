import { imLimits, memberRoles } from '@parley/im-sdk/constants'
import { Fragment } from 'react'
import { emptyConversation, type PendingMessage, type Row, rowsOf, type ShownEvent } from './conversation.ts'
import { eventText } from './eventText.ts'
import { Log } from './Log.tsx'
import type { Person, PersonView } from './person.ts'
import { codeText, texts } from './texts.ts'

interface ConversationProps {
	person: Person
	view: PersonView
	/** The group, or the other person. */
	id: string
	draft: string
	setDraft: (text: string) => void
}

export function ConversationView({ person, view, id, draft, setDraft }: ConversationProps) {
	const conversation = view.conversations[id] ?? emptyConversation
	const rows = rowsOf(conversation)
	const positions = [...conversation.events.keys()]
	const newest = Math.max(0, ...positions)
	return (
		<section className="conversation">
			<Log
				first={Math.min(...positions)}
				newest={newest}
				pending={conversation.pending.length}
				content={conversation}
				onEnd={() => person.see(id, newest)}
			>
				{conversation.hasEarlier && rows.length > 0 && (
					<li className="middle">
						<button type="button" className="text" onClick={() => person.loadEarlier(id)}>
							{texts.earlier}
						</button>
					</li>
				)}
				{rows.length === 0 && conversation.pending.length === 0 && <li className="middle quiet">{texts.empty}</li>}
				{rows.map(row => (
					<Fragment key={row.event.hisId}>
						<EventRow
							row={row}
							view={view}
							revoke={mayRevoke(view, id, row.event) ? () => person.revoke(id, row.event.hisId) : undefined}
						/>
						{row.gaps.map(gap => (
							<li key={`${gap.reason} ${gap.from}`} className="middle gap">
								{texts.gaps[gap.reason](gap.missing)}
								{gap.reason === 'skipped' && (
									<button type="button" className="text small" onClick={() => person.loadMissing(id, gap)}>
										{texts.showSkipped}
									</button>
								)}
							</li>
						))}
					</Fragment>
				))}
				{conversation.pending.map(message => (
					<PendingRow
						key={message.cmid}
						message={message}
						again={() => person.again(id, message)}
						remove={() => person.remove(id, message.cmid)}
					/>
				))}
			</Log>
			<Composer view={view} draft={draft} setDraft={setDraft} send={content => person.send(id, content)} />
		</section>
	)
}

/** One's own messages in groups and rooms; owner and managers those of others too, which the server has the last word on. */
function mayRevoke({ groups, uid }: PersonView, id: string, { userId }: ShownEvent): boolean {
	const role = groups[id]?.role
	if (role === undefined) return false
	return userId === uid || role === memberRoles.owner || role === memberRoles.manager
}

function EventRow({ row, view, revoke }: { row: Row; view: PersonView; revoke: (() => void) | undefined }) {
	const { event, revocation } = row
	const { hisId, userId } = event
	if (event.kind !== 'message' || event.isRevoked)
		return (
			<li className="middle quiet" data-his-id={hisId}>
				<code>{hisId}</code> {eventText(row, view.names)}{' '}
				{revocation && <code data-revocation={revocation.hisId}>{revocation.hisId}</code>}
			</li>
		)
	return (
		<li className={`${userId === view.uid ? 'own' : 'theirs'}${revoke ? ' revocable' : ''}`} data-his-id={hisId}>
			<p className="by">
				<code>{hisId}</code> {event.userName}
			</p>
			<p className="bubble">{event.content}</p>
			{revoke && (
				<button type="button" className="text small" onClick={revoke} aria-label={`${texts.revoke} ${hisId}`}>
					{texts.revoke}
				</button>
			)}
		</li>
	)
}

interface PendingRowProps {
	message: PendingMessage
	again: () => void
	remove: () => void
}

function PendingRow({ message: { cmid, content, status, code }, again, remove }: PendingRowProps) {
	const isRefused = status === 'rejected'
	return (
		<li className={`own ${isRefused ? 'refused' : 'pending'}`} data-cmid={cmid}>
			<p className="by">
				{texts.status[status]}
				{code === undefined ? '' : ` · ${codeText(code) ?? code}`}
			</p>
			<p className="bubble">{content ?? texts.kept}</p>
			{isRefused && (
				<div className="row">
					{content !== undefined && (
						<button type="button" className="text small" onClick={again}>
							{texts.again}
						</button>
					)}
					<button type="button" className="text small" onClick={remove}>
						{texts.remove}
					</button>
				</div>
			)}
		</li>
	)
}

type ComposerProps = Pick<ConversationProps, 'view' | 'draft' | 'setDraft'> & { send: (content: string) => void }

function Composer({ view: { state }, draft, setDraft, send }: ComposerProps) {
	const isIn = state.state !== 'idle' && state.state !== 'closed'
	const length = [...draft].length
	const isTooLong = length > imLimits.maxContentLength
	const hint = isTooLong ? texts.tooLong(length, imLimits.maxContentLength) : isIn ? undefined : texts.loginToWrite
	return (
		<form
			className="composer"
			onSubmit={event => {
				event.preventDefault()
				if (draft.trim() === '' || !isIn || isTooLong) return
				send(draft)
				setDraft('')
			}}
		>
			{hint && (
				<p className="quiet" id="composerHint">
					{hint}
				</p>
			)}
			<div className="row">
				<input
					type="text"
					aria-label={texts.write}
					aria-describedby={hint ? 'composerHint' : undefined}
					placeholder={texts.write}
					autoComplete="off"
					value={draft}
					onChange={({ target }) => setDraft(target.value)}
				/>
				<button type="submit" className="primary" disabled={!isIn || isTooLong}>
					{texts.send}
				</button>
			</div>
		</form>
	)
}
