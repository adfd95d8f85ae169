/** Only a plain browser has to look for the app, and only once somebody asks for it. */
export { createAppUrl, createOpenAppDeps, openApp } from '../../features/joining/index.ts'
