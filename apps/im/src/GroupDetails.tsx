import { QrCode } from '@parley/design'
import { imLimits, memberRoles } from '@parley/im-sdk/constants'
import { useState } from 'react'
import type { Member } from './conversation.ts'
import { type OwnGroup, type Person, type PersonView, roomRates } from './person.ts'
import { dayTime, roleText, texts } from './texts.ts'

const silenceS = 600

interface GroupDetailsProps {
	person: Person
	view: PersonView
	group: OwnGroup
	hasMembers: boolean
}

export function GroupDetails({ person, view, group, hasMembers }: GroupDetailsProps) {
	const isLeading = group.role === memberRoles.owner || group.role === memberRoles.manager
	const members = view.members[group.gid]
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
		<section className="scroll" tabIndex={0} aria-label={texts.details}>
			<h2>{texts.announcement}</h2>
			<div className="card">
				{isLeading ? (
					<Announcement key={group.announcement} group={group} save={text => person.announce(group.gid, text)} />
				) : (
					<p>{group.announcement || texts.noAnnouncement}</p>
				)}
			</div>
			<h2>{texts.qrCode}</h2>
			<Invite person={person} gid={group.gid} />
			{!hasMembers && <RoomRate person={person} maxRate={view.maxRate} />}
			{hasMembers && members && (
				<>
					<h2>{texts.members(group.memberCount)}</h2>
					<ul className="card members">
						{members.map(member => (
							<MemberRow
								key={member.userId}
								member={member}
								silence={
									isLeading && member.role !== memberRoles.owner && member.userId !== view.uid
										? seconds => person.silence(group.gid, member.userId, seconds)
										: undefined
								}
							/>
						))}
					</ul>
				</>
			)}
		</section>
	)
}

function Announcement({ group, save }: { group: OwnGroup; save: (text: string) => void }) {
	const [text, setText] = useState(group.announcement)
	return (
		<form
			onSubmit={event => {
				event.preventDefault()
				save(text)
			}}
		>
			<textarea
				aria-label={texts.announcement}
				placeholder={texts.noAnnouncement}
				rows={3}
				maxLength={imLimits.maxAnnouncementLength}
				value={text}
				onChange={({ target }) => setText(target.value)}
			/>
			<button type="submit" className="primary" disabled={text === group.announcement}>
				{texts.save}
			</button>
		</form>
	)
}

/** Messages of a busy room sent to this page; skipped ones are announced, and remain in the history. */
const RoomRate = ({ person, maxRate }: { person: Person; maxRate: number }) => (
	<>
		<h2>{texts.roomRate}</h2>
		<div className="card">
			<select
				aria-label={texts.roomRate}
				value={maxRate}
				onChange={({ target }) => person.chooseRate(Number(target.value))}
			>
				{roomRates.map(rate => (
					<option key={rate} value={rate}>
						{texts.aSecond(rate)}
					</option>
				))}
			</select>
		</div>
	</>
)

/** The code is created on request: anyone who has it can join. */
function Invite({ person, gid }: { person: Person; gid: string }) {
	const [code, setCode] = useState<{ url: string; expiresAt: number }>()
	return (
		<div className="card">
			{code ? (
				<>
					<QrCode className="qr" text={code.url} label={texts.qrCode} />
					<a className="link" href={code.url} target="_blank" rel="noreferrer">
						{code.url}
					</a>
					<p className="quiet">{texts.qrCodeUntil(dayTime(code.expiresAt))}</p>
				</>
			) : (
				<button type="button" className="plain" onClick={() => person.qrCode(gid, setCode)}>
					{texts.showQrCode}
				</button>
			)}
		</div>
	)
}

function MemberRow({ member, silence }: { member: Member; silence: ((seconds: number) => void) | undefined }) {
	const { nickName, role, silence: until = 0 } = member
	const isSilenced = until > Date.now()
	return (
		<li className="row">
			<p>
				{nickName}
				<span className="quiet">{isSilenced ? texts.until(dayTime(until)) : roleText(role)}</span>
			</p>
			{silence && (
				<button type="button" className="text small" onClick={() => silence(isSilenced ? 0 : silenceS)}>
					{isSilenced ? texts.unsilence : texts.silence}
					<span className="unseen"> {nickName}</span>
				</button>
			)}
		</li>
	)
}
