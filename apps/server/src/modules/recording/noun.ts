import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { freeBytes } from '../../platform/disk.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import { createFileBlobs } from '../../platform/fileBlobs.ts'
import type { HttpApp, Platform } from '../../platform/noun.ts'
import { openFolderInS3 } from '../../platform/openBlobs.ts'
import { pathTokenCookie } from '../../platform/pathTokenCookie.ts'
import { type Ffmpeg, findFfmpeg } from '../composer/index.ts'
import type { MeetingEvents, MeetingService } from '../meeting/index.ts'
import type { Nodes } from '../node/index.ts'
import type { MediaEngine, RecordingPort } from '../room/index.ts'
import type { SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import { serveRecordings } from './adapters/serveRecordings.ts'
import { recordingChecks } from './checks.ts'
import { recordingHttp } from './http.ts'
import { createRecorder } from './recorder.ts'
import { createRecordingFiles } from './recordingFiles.ts'
import { createRecordings } from './service.ts'
import { createSqlRecordingStore } from './store.sql.ts'
import { createRecordingTokens } from './tokens.ts'

export type RecordingDeps = Platform & {
	bus: EventBus<MeetingEvents>
	site: { sites: SiteService }
	session: { sessions: SessionService }
	meeting: { meetings: MeetingService }
	node: { nodes: Pick<Nodes, 'id'> }
	room: { engine: MediaEngine; useRecordings(port: RecordingPort): void }
}

function open({ config, db, clock, ids, log, secrets, bus, site, session, meeting, node, room }: RecordingDeps) {
	const { recordingFolder } = config
	mkdirSync(recordingFolder, { recursive: true, mode: 0o700 })
	const files = createRecordingFiles(
		createFileBlobs(recordingFolder, clock),
		config.s3 && openFolderInS3(config.s3, 'recordings'),
	)
	let ffmpeg: Ffmpeg | undefined
	const { tapRoom, hasMediaOf, onEvent } = room.engine
	const recordings = createRecordings({
		store: createSqlRecordingStore(db, node.nodes.id),
		files,
		recorder: createRecorder({
			files,
			rooms: tapRoom && { tapRoom, hasMediaOf, onEvent },
			ffmpeg: () => ffmpeg,
			freeBytes: () => freeBytes(recordingFolder),
			cores: availableParallelism(),
			log,
		}),
		tokens: createRecordingTokens(Buffer.from(secrets.roomTokens, 'base64url')),
		meetings: meeting.meetings,
		sites: site.sites,
		sessions: session.sessions,
		clock,
		ids,
		log,
	})
	room.useRecordings(recordings.port)
	bus.subscribe('meeting.deleted', ({ meetingId }) => recordings.forget(meetingId))
	return {
		recordings,
		calls: { recording: recordingHttp(recordings) },
		routes: (app: HttpApp) => serveRecordings(app, { recordings, files, cookie: pathTokenCookie }),
		jobs: [
			{ name: 'interrupted recordings', run: recordings.finishInterrupted, runsOnEveryNode: true },
			{ name: 'uploads of recordings', run: recordings.uploadFinished, runsOnEveryNode: true },
			{ name: 'old recordings of meetings', run: recordings.removeOld },
			{ name: 'files without a recording', run: recordings.removeUnknownFiles, runsOnEveryNode: true },
		],
		start() {
			// The start does not wait for the program.
			void findFfmpeg(config.live.ffmpeg).then(found => {
				if ('missing' in found) log.info({ reason: found.missing }, 'meetings cannot be recorded: no ffmpeg was found')
				else ffmpeg = found
			})
		},
		stop: recordings.stopAll,
	}
}

export const recordingNoun = { name: 'recording' as const, open, checks: recordingChecks }
