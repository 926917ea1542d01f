"""Brings pages of WCXB (CC BY 4.0, github.com/Murrough-Foley/web-content-extraction-benchmark) into the form of the folders
that are trained on and measured.

  python3 wcxb.py WCXB dev|test OUT [GROUND_TRUTH]

A folder OUT/TYPE for each type of page. Products and collections are left out: they hold no advice. So are pages of the
sites in GROUND_TRUTH, which is the article benchmark's (id → { url }): nothing is measured on a site that was trained on.
"""
import json
import os
import shutil
import sys
from urllib.parse import urlparse

LEFT_OUT = {'product', 'collection'}


def site(host):
    parts = (host or '').split('.')
    return '.'.join(parts[-2:] if len(parts) < 3 or len(parts[-2]) > 3 else parts[-3:])


def main(wcxb, split, out, ground_truth=None):
    measured = json.load(open(ground_truth, encoding='utf8')) if ground_truth else {}
    sites = {site(urlparse(page['url']).hostname) for page in measured.values()}
    folders = {}
    for name, page in sorted(json.load(open(f'{wcxb}/metadata.json', encoding='utf8'))['files'].items()):
        source = f'{wcxb}/{split}/html/{name}.html.gz'
        if page['split'] != split or page['page_type'] in LEFT_OUT or site(page['domain']) in sites:
            continue
        if not os.path.exists(source):
            continue
        truth = json.load(open(f'{wcxb}/{split}/ground-truth/{name}.json', encoding='utf8'))['ground_truth'].get('main_content')
        if not truth:
            continue
        os.makedirs(f"{out}/{page['page_type']}/html", exist_ok=True)
        shutil.copy(source, f"{out}/{page['page_type']}/html/")
        folders.setdefault(page['page_type'], {})[name] = {'articleBody': truth}
    for kind, pages in folders.items():
        with open(f'{out}/{kind}/ground-truth.json', 'w', encoding='utf8') as file:
            json.dump(pages, file)
        print(kind, len(pages))


main(*sys.argv[1:])
