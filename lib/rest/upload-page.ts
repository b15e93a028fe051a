import type { Reply } from '#lib/http/reply.ts'
import { escapeHtml } from '#lib/values/escape-html.ts'
import { hashOf, plainPage, STYLE_HASH } from './plain-page.ts'

/**
 * Where a person drops the file that an app asked for. An answer of a route, since the same address takes the file; it brings a
 * script that knows nothing but this address.
 */

const SCRIPT = `const drop=document.querySelector('label'),input=document.querySelector('input'),status=document.querySelector('[role=status]');
const say=(text,problems=[],link)=>{status.replaceChildren(Object.assign(document.createElement('p'),{textContent:text}));
if(problems.length){const list=document.createElement('ul');for(const one of problems)list.append(Object.assign(document.createElement('li'),{textContent:one}));status.append(list)}
if(link)status.append(Object.assign(document.createElement('a'),{href:link,textContent:'Open the model'}))};
const send=async(file)=>{input.disabled=true;say('Sending and reading '+file.name+' …');let open=true;
try{const answer=await fetch(location.pathname+'?fileName='+encodeURIComponent(file.name.slice(-255)),{method:'PUT',body:file});
const body=await answer.json();
if(answer.ok){open=false;drop.hidden=true;const{name,viewerUrl}=body.model;say(viewerUrl?name+' is a model now. Go back to the conversation: the app can read it.':'The file was read; no model was made, as the app asked. Go back to the conversation.',body.report.notes.map((note)=>note.message),viewerUrl)}
else if(Array.isArray(body.detail))say('Nothing was saved. The file has these problems:',body.detail.map((item)=>item.msg));
else say('Nothing was saved: '+body.detail)}
catch{say('The service could not be reached. Try again.')}
if(open){input.disabled=false;input.value=''}};
input.addEventListener('change',()=>{if(input.files[0])send(input.files[0])});
addEventListener('dragover',(event)=>event.preventDefault());
addEventListener('drop',(event)=>{event.preventDefault();const file=event.dataTransfer.files[0];if(file&&!input.disabled&&!drop.hidden)send(file)});`

const POLICY = `default-src 'none'; style-src ${STYLE_HASH}; script-src ${hashOf(SCRIPT)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** `app`: what asked. `account`: whose the model will be, masked. `isOther`: somebody else is signed in. */
export type Holder = { app: string; account: string; isOther: boolean }

/** Null: the link opens nothing (any more). */
export function uploadPage(holder: Holder | null): Reply {
  const html = plainPage(holder ? 'Send a file' : 'This link opens nothing', holder ? form(holder) : GONE)
  return {
    status: holder ? 200 : 404,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Robots-Tag': 'noindex, nofollow',
    },
    body: [Buffer.from(html)],
  }
}

const GONE = `<p>It was used, or is older than 15 minutes, or the app that asked for it may not any more. Ask it for another.</p>`

const form = ({
  app,
  account,
  isOther,
}: Holder) => `<p><strong><bdi>${escapeHtml(app)}</bdi></strong> asked for a file. It becomes a new model of the account <strong>${escapeHtml(account)}</strong>, which this app reads.</p>
${isOther ? '<p class="warning" role="alert">You are signed in to another account here. If you do not know the one above, send nothing: the model would be theirs.</p>\n' : ''}<label>Drop the file here, or choose it: SAP2000, ETABS, SAF, IFC, OpenSees, DXF, CSV, xlsx, JSON<input type="file"></label>
<div role="status"></div>
<p class="hint">The file itself is not kept. The link is good for 15 minutes and one file.</p>
<script>${SCRIPT}</script>`
