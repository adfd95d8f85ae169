import type { Person, PersonView } from './person.ts'
import { texts } from './texts.ts'

/** `status` of an application that nobody has answered. */
const waits = 0

export function FriendsView({ person, view }: { person: Person; view: PersonView }) {
	const other = person.demo.people.find(({ userId }) => userId === person.other)
	if (!other) return null
	const isFriend = view.friends.some(({ userId }) => userId === other.userId)
	const waiting = view.applications.filter(({ status }) => status === waits)
	return (
		<section className="scroll">
			<div className="card">
				{isFriend ? (
					<>
						<p>{texts.isFriend(other.displayName)}</p>
						<button type="button" className="plain" onClick={() => person.unfriend(other.userId)}>
							{texts.unfriend(other.displayName)}
						</button>
					</>
				) : (
					<button type="button" className="primary" onClick={() => person.apply(other.userId)}>
						{texts.apply(other.displayName)}
					</button>
				)}
			</div>
			<h2>{texts.applications}</h2>
			{waiting.length === 0 && <p className="quiet">{texts.noApplications}</p>}
			<ul>
				{waiting.map(({ msgId, from, to }) => (
					<li key={msgId} className="card">
						{from.userId === view.uid ? (
							<p>{texts.sentTo(to.nickName)}</p>
						) : (
							<>
								<p>{texts.from(from.nickName)}</p>
								<div className="row">
									<button type="button" className="primary" onClick={() => person.answer(msgId, true)}>
										{texts.accept}
									</button>
									<button type="button" className="plain" onClick={() => person.answer(msgId, false)}>
										{texts.reject}
									</button>
								</div>
							</>
						)}
					</li>
				))}
			</ul>
		</section>
	)
}
