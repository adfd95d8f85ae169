import { broadcastStatuses, definitionNames, MeetingId, publishObstacles, WireTime } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { Captcha, challengeRefusals } from './challengeFields.ts'
import { array, empty, field, flag, integer, jsonText, optional, shape, text } from './codec.ts'
import { hours } from './meetingFields.ts'

/** A live as its viewers see it (ENT-17). Introduction and rooms are present for those who may watch it now. */
export const LiveInfo = shape({
	/** False: the meeting is not broadcast (LIVE-20). */
	hasLive: field('live', flag),
	/** Number of views; the same viewer after a reload does not count again. */
	views: field('clicks', integer),
	/** Start of the meeting. */
	startTime: field('time', WireTime),
	timeZone: field('time_zone', hours),
	/** The meeting is a series without a fixed time: its start does not tell when the live starts. */
	hasNoFixedTime: optional('no_fixed_time', flag),
	topic: field('meeting_topic', v.string()),
	introduction: optional('details', v.string()),
	background: optional('live_bg_img', v.string()),
	/** Chat rooms of messaging for discussion and questions. */
	chatRoomId: optional('chat_room_id', v.string()),
	askRoomId: optional('chat_ask_id', v.string()),
	freeTalk: field('free_talk', flag),
	/** Status of the broadcast: 2 from its start on, 9 when it has ended; before that, the meeting's. */
	meetingStatus: field('meeting_status', integer),
	/** False: the host has not started it (LIVE-22). */
	isStarted: field('isMeeting', flag),
	/** The id of the meeting, as used by routes and `getLiveStatus`. */
	meetingId: field('room_id', MeetingId),
	/** Only signed-in people may watch; also set if the site requires everyone to sign in. */
	needsLogin: field('live_login', flag),
	needsPassword: field('isPwd', flag),
	/** The live has ended and has a recording: viewers get its address with the live data. */
	isRecorded: optional('recorded', flag),
})
export type LiveInfo = ReturnType<typeof LiveInfo.decode>

/** One address the broadcast is pulled from. The playlist of a definition is `hlsPullUrl` + its `suffix`. */
export const LiveLine = shape({
	/** Empty: it is called by its number. */
	alias: field('alias', v.string()),
	/** Without a trailing slash; a path of this server, or an address elsewhere. */
	hlsPullUrl: field('hlsPullUrl', v.string()),
	definitions: field(
		'suffix',
		array(
			shape({
				name: field('name', v.picklist(definitionNames)),
				suffix: field('suffix', v.string()),
				/** In pixels; missing for audio alone. */
				width: optional('width', integer),
				height: optional('height', integer),
				bitsPerSecond: field('bitsPerSecond', integer),
				framesPerSecond: optional('framesPerSecond', v.number()),
			}),
		),
	),
})
export type LiveLine = ReturnType<typeof LiveLine.decode>

/** Data needed to play it (ENT-18); only for those who may watch. */
export const LiveData = shape({
	/** {@link liveStatus} of core. */
	status: field('liveStatus', integer),
	/** Up to four; before the first picture a line has no definitions. */
	lines: field('pullUrl', array(LiveLine)),
	/** Suffix to append to `hlsPullUrl` for the playlist with all definitions. */
	defaultSuffix: field('defaultSuffix', v.string()),
	/**
	 * Goes to addresses elsewhere as `?token=`; of one viewer, for hours. Addresses of this server need none: the answer sets it
	 * as a cookie of their path. Not for addresses with `?unauth`.
	 */
	token: field('token', v.string()),
	/** An edge is in front of this server; its cookie opens the stream for this long: see `POST /live/pass`. */
	passForMs: optional('passForMs', integer),
	/** The publisher dropped; milliseconds left for it to reconnect. */
	reconnectingForMs: optional('reconnectingForMs', integer),
	/** Suffix to append to the `hlsPullUrl` of the first line to play an ended broadcast from its beginning. */
	recordingSuffix: optional('recordingSuffix', v.string()),
})
export type LiveData = ReturnType<typeof LiveData.decode>

const OfMeeting = shape({ meetingId: field('meetingId', MeetingId) })

export const live = {
	stream: call({
		route: 'GET /live/getLiveStream',
		summary:
			'A live and, for people who may watch it now, all that is needed to play it. 415: there is none. 40305: the caller was removed from it.',
		who: 'anyone',
		responseField: 'flat',
		rateLimit: { times: 120, perS: 60, crowd: 1 },
		input: shape({
			meetingId: field('meetingId', MeetingId),
			/** From `POST /live/auth`, if the live has a password. */
			token: optional('token', text(1_000)),
			captcha: Captcha,
		}),
		output: shape({ info: field('room', jsonText(LiveInfo, 100_000)), data: optional('liveData', LiveData) }),
		refusals: { closed: { http: 404, code: 415 }, removed: { http: 403, code: 40305 }, ...challengeRefusals },
	}),
	renewPass: call({
		route: 'POST /live/pass',
		summary:
			'Renews the cookie with which an edge in front of this server lets a viewer pull media. 403: they may not watch any more.',
		who: 'anyone',
		rateLimit: { times: 60, perS: 60, crowd: 1 },
		input: shape({
			meetingId: field('meetingId', MeetingId),
			/** From `liveData`. */
			token: field('token', text(2_000)),
		}),
		output: shape({ passForMs: field('passForMs', integer) }),
		refusals: {},
	}),
	addView: call({
		route: 'PUT /live/modifyClicks',
		summary: 'Says that somebody has opened a live; the same viewer counts once in half an hour.',
		who: 'anyone',
		rateLimit: { times: 30, perS: 60 },
		input: OfMeeting,
		/** Number of views, including this one. */
		output: shape({ views: field('clicks', integer) }),
		refusals: {},
	}),
	views: call({
		route: 'GET /live/getClicks',
		summary: 'How often a live was opened.',
		who: 'anyone',
		responseField: 'flat',
		input: OfMeeting,
		output: shape({ views: field('clicks', integer) }),
		refusals: {},
	}),
	status: call({
		route: 'GET /live/getLiveStatus',
		summary: 'Whether a broadcast is on air, suspended or over (LIVE-33 to LIVE-36).',
		who: 'anyone',
		input: shape({ meetingId: field('roomId', MeetingId) }),
		output: shape({ status: field('liveStatus', integer), meetingStatus: field('meetingStatus', integer) }),
		refusals: {},
	}),
	auth: call({
		route: 'POST /live/auth',
		summary:
			'Changes the password of a live for a token to watch it; another live refuses it, and so does this one with another password.',
		who: 'anyone',
		responseField: 'flat',
		rateLimit: { times: 30, perS: 60 },
		input: shape({
			meetingId: field('meetingId', MeetingId),
			password: field('password', text(100)),
			captcha: Captcha,
		}),
		output: shape({ token: field('token', v.string()) }),
		refusals: { wrongPassword: { http: 200, code: 803 }, closed: { http: 404, code: 415 }, ...challengeRefusals },
	}),
}

const DefinitionHealth = shape({
	name: field('name', v.picklist(definitionNames)),
	framesPerSecond: field('framesPerSecond', v.number()),
	bitsPerSecond: field('bitsPerSecond', v.number()),
	/** Milliseconds between key frames. */
	keyFrameDistanceMs: optional('keyFrameDistanceMs', v.number()),
	/** Delay behind the published stream. */
	lagMs: field('lagMs', v.number()),
})
export type DefinitionHealth = ReturnType<typeof DefinitionHealth.decode>

/** Input received from the publisher; averages over the last ten seconds. */
const LiveHealth = shape({
	/** `waiting`: no publisher yet · `publishing` · `silent`: dropped, within the grace period · `gone` · `ended`. */
	phase: field('phase', v.picklist(['waiting', 'publishing', 'silent', 'gone', 'ended'])),
	publishingForMs: optional('publishingForMs', integer),
	reconnectingForMs: optional('reconnectingForMs', integer),
	bytesReceived: field('bytesReceived', integer),
	droppedTags: field('droppedTags', integer),
	uplinkLagMs: field('uplinkLagMs', v.number()),
	/** Approximate number of viewers pulling the stream. */
	pulling: field('pulling', integer),
	windowMs: field('windowMs', v.number()),
	/** `keyFrameDistance`, `codec`, `opus`, `disk`, `clock`, `noVideo`, `noAudio`. */
	warnings: field('warnings', array(v.string())),
	definitions: field('definitions', array(DefinitionHealth)),
})
export type LiveHealth = ReturnType<typeof LiveHealth.decode>

const DeskState = shape({
	status: field('status', v.picklist(broadcastStatuses)),
	topic: field('meeting_topic', v.string()),
	/** Milliseconds since it was started; missing before, and when it is over. */
	startedForMs: optional('startedForMs', integer),
	/** Time on air; only after the end. */
	airedForMs: optional('airedForMs', integer),
	/**
	 * During the broadcast: days a recording will be kept. After it: a recording exists and is kept this long from the
	 * end on.
	 */
	recordingDays: optional('recordingDays', integer),
	views: field('clicks', integer),
	/** People in the discussion now. */
	present: field('present', integer),
	/** For viewers, to copy and as a QR code. */
	watchUrl: field('live_url', v.string()),
	chatRoomId: field('chat_room_id', v.string()),
	askRoomId: field('chat_ask_id', v.string()),
	/** Announcement pinned above the discussion. */
	announcement: field('notice', v.string()),
	/** False if this server accepts no broadcasts; `ways` is then empty. */
	canBroadcast: field('canBroadcast', flag),
	/** Available sources: an encoder, a phone's camera, or the meeting itself. */
	ways: field('ways', array(v.picklist(['rtmp', 'phone', 'room']))),
	/** The meeting itself: whether this server can send it out, whether it does, and how many people are in its room. */
	meetingPublishing: optional(
		'roomPublishing',
		shape({
			isAvailable: field('available', flag),
			/** The part that the server lacks to send it out; missing in answers of earlier servers. */
			obstacle: optional('obstacle', v.picklist(publishObstacles)),
			isPublishing: field('publishing', flag),
			/** It was interrupted within the last minute and restarts automatically. */
			wasInterrupted: field('interrupted', flag),
			participants: field('participants', integer),
		}),
	),
	health: optional('health', LiveHealth),
})
export type DeskState = ReturnType<typeof DeskState.decode>

/** Address and key for a publisher. Anyone with the key can broadcast, so only the host receives it. */
const Publishing = shape({
	/** Value of *server* in OBS and other encoders; missing if RTMP is off. */
	rtmpUrl: optional('rtmpUrl', v.string()),
	/** For *stream key*: the stream with its secret. */
	streamKey: field('streamKey', v.string()),
	streamId: field('streamId', v.string()),
})
export type Publishing = ReturnType<typeof Publishing.decode>

const deskRefusals = {
	/** The meeting has no live, or live streaming is now disabled on the site. */
	closed: { http: 404, code: 415 },
} as const
/** It has a word the site refuses. */
const wordRefused = { http: 422, code: 42220 } as const

const cannotStart = {
	...deskRefusals,
	/** The meeting has ended; for publishing, also if the live has: another stream would replace its recording. */
	over: { http: 409, code: 813 },
	/** This server accepts no broadcasts. */
	unavailable: { http: 503, code: 503 },
} as const

/** The calls of the host's desk, for host and creator of the meeting only. */
export const liveDesk = {
	state: call({
		route: 'GET /live/desk/state',
		summary: 'A live as its host sees it, with the health of what is sent.',
		who: 'member',
		rateLimit: { times: 120, perS: 60 },
		input: OfMeeting,
		output: DeskState,
		refusals: deskRefusals,
	}),
	publishing: call({
		route: 'GET /live/desk/publishing',
		summary: 'Address and secret key for whoever publishes.',
		who: 'member',
		input: OfMeeting,
		output: Publishing,
		refusals: cannotStart,
	}),
	rotateKey: call({
		route: 'POST /live/desk/rotateKey',
		summary: 'Another key; the one before is worth nothing, and who publishes with it is let go.',
		who: 'member',
		rateLimit: { times: 20, perS: 60 },
		input: OfMeeting,
		output: Publishing,
		refusals: cannotStart,
	}),
	publishMeeting: call({
		route: 'POST /live/desk/publishRoom',
		summary:
			'Sends the meeting itself: the active speaker and everybody’s sound. Start decides what viewers see of it, as with any publisher.',
		who: 'member',
		rateLimit: { times: 30, perS: 60 },
		input: OfMeeting,
		output: empty,
		refusals: {
			...cannotStart,
			/** The server that has the room has no ffmpeg. */
			noTranscoder: { http: 503, code: 50301 },
			/** Another publisher is active on this live. */
			busy: { http: 409, code: 40901 },
			/** The meeting's room is empty. */
			roomEmpty: { http: 409, code: 40902 },
		},
	}),
	stopPublishingMeeting: call({
		route: 'POST /live/desk/stopRoom',
		summary: 'Sends the meeting itself no longer; another publisher may follow.',
		who: 'member',
		input: OfMeeting,
		output: empty,
		refusals: deskRefusals,
	}),
	start: call({
		route: 'POST /live/desk/start',
		summary: 'Goes on air, for the first time or after a pause; one that is over begins anew.',
		who: 'member',
		input: OfMeeting,
		output: empty,
		refusals: cannotStart,
	}),
	suspend: call({
		route: 'POST /live/desk/suspend',
		summary: 'Pauses the broadcast: viewers are told so, and what is sent meanwhile is not shown.',
		who: 'member',
		input: OfMeeting,
		output: empty,
		refusals: { ...deskRefusals, notOnAir: { http: 409, code: 409 } },
	}),
	end: call({
		route: 'POST /live/desk/end',
		summary: 'Ends the broadcast.',
		who: 'member',
		input: OfMeeting,
		output: empty,
		refusals: { ...deskRefusals, notOnAir: { http: 409, code: 409 } },
	}),
	pin: call({
		route: 'POST /live/desk/pin',
		summary: 'Pins an announcement above the discussion; an empty one removes it.',
		who: 'member',
		rateLimit: { times: 30, perS: 60 },
		input: shape({ meetingId: field('meetingId', MeetingId), announcement: field('notice', text(500)) }),
		output: empty,
		refusals: { ...deskRefusals, announcementInvalid: { http: 422, code: 42218 }, wordRefused },
	}),
	answer: call({
		route: 'POST /live/desk/answer',
		summary: 'Answers a question: a message of type 19 among the questions, with the question attached (QUES-03).',
		who: 'member',
		rateLimit: { times: 60, perS: 60 },
		input: shape({
			meetingId: field('meetingId', MeetingId),
			/** Position of the question among the questions. */
			question: field('hisId', integer),
			content: field('content', text(1_000)),
		}),
		output: empty,
		refusals: {
			...deskRefusals,
			/** No question exists at this position, or it was revoked. */
			noQuestion: { http: 404, code: 40401 },
			contentInvalid: { http: 422, code: 42219 },
			wordRefused,
		},
	}),
	viewers: call({
		route: 'GET /live/desk/viewers',
		summary:
			'The people in the discussion now, at most 500 of them. A person who is kicked there with `ban` can no longer see the picture either.',
		who: 'member',
		input: OfMeeting,
		output: shape({
			count: field('count', integer),
			viewers: field(
				'list',
				array(
					shape({
						id: field('userId', v.string()),
						name: field('nickName', v.string()),
						isGuest: field('guest', flag),
					}),
				),
			),
		}),
		refusals: deskRefusals,
	}),
}
