import type { Application, Person, PersonView } from './person.ts'
import { texts } from './texts.ts'

/** `status` of an application. */
const status = { waiting: 0, rejected: 2 }

/** Unanswered friend applications to the person. */
export const waitingFor = ({ applications, uid }: PersonView): Application[] =>
	applications.filter(({ status: each, to }) => each === status.waiting && to.userId === uid)

export function FriendsView({ person, view }: { person: Person; view: PersonView }) {
	const other = person.demo.people.find(({ userId }) => userId === person.other)
	if (!other) return null
	const waiting = waitingFor(view)
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
		<section className="scroll" tabIndex={0}>
			<div className="card">
				<Friendship person={person} view={view} other={other} />
			</div>
			<h2>{texts.applications}</h2>
			{waiting.length === 0 && <p className="quiet">{texts.noApplications}</p>}
			<ul>
				{waiting.map(({ msgId, from }) => (
					<li key={msgId} className="card">
						<p>{texts.from(from.nickName)}</p>
						<div className="row">
							<button type="button" className="primary" onClick={() => person.answer(msgId, true)}>
								{texts.accept}
							</button>
							<button type="button" className="plain" onClick={() => person.answer(msgId, false)}>
								{texts.reject}
							</button>
						</div>
					</li>
				))}
			</ul>
		</section>
	)
}

interface FriendshipProps {
	person: Person
	view: PersonView
	other: Person['demo']['people'][number]
}

function Friendship({ person, view, other: { userId, displayName } }: FriendshipProps) {
	const friend = view.friends.find(each => each.userId === userId)
	if (friend)
		return (
			<>
				<p>{friend.shield ? texts.isShielded(displayName) : texts.isFriend(displayName)}</p>
				<div className="row">
					<button type="button" className="plain" onClick={() => person.shield(userId, !friend.shield)}>
						{friend.shield ? texts.unshield(displayName) : texts.shield(displayName)}
					</button>
					<button type="button" className="plain" onClick={() => person.unfriend(userId)}>
						{texts.unfriend(displayName)}
					</button>
				</div>
			</>
		)
	// They come newest first.
	const last = view.applications.find(({ to }) => to.userId === userId)
	if (last?.status === status.waiting) return <p>{texts.sentTo(displayName)}</p>
	return (
		<>
			{last?.status === status.rejected && <p>{texts.rejectedBy(displayName)}</p>}
			<button type="button" className="primary" disabled={view.isAsking} onClick={() => person.apply(userId)}>
				{view.isAsking ? texts.asking : texts.apply(displayName)}
			</button>
			{view.isAsking && view.state.state !== 'ready' && <p className="quiet">{texts.askingCut}</p>}
		</>
	)
}
